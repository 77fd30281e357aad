import { Trans, useTranslation } from 'react-i18next';
import { api } from '@/api/endpoints';

/** A quiet line on installations filled with demo data. */
export function DemoBanner() {
  const { t } = useTranslation();
  const { data } = api.useSettingsQuery();
  if (!data?.demo) return null;
  return (
    <aside className="demo" aria-label={t('demo.label')}>
      {t('demo.text')} <Trans i18nKey="demo.how" components={{ code: <code /> }} />
    </aside>
  );
}
