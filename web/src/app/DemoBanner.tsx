import { Trans, useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';

/** A quiet line on installations filled with demo data; what it means is one press away. */
export function DemoBanner() {
  const { t } = useTranslation();
  const { data } = useSettingsQuery();
  if (!data?.demo) return null;
  return (
    <aside className="demo" aria-label={t('demo.label')}>
      <details>
        <summary>
          {t('demo.text')} <span className="link">{t('demo.more')}</span>
        </summary>
        <p>
          {t('demo.money')} <Trans i18nKey="demo.how" components={{ code: <code /> }} />
        </p>
      </details>
    </aside>
  );
}
