import { useTranslation } from 'react-i18next';
import { LegalText } from './LegalText';
import { privacyVersion } from './versions';

const parts = ['account', 'gifts', 'anonymous', 'support', 'log', 'browser', 'visits', 'pressed', 'shared', 'rights'] as const;

export function PrivacyPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      version={privacyVersion}
      parts={parts.map((part) => ({ id: part, title: t(`privacy.${part}.title`), text: t(`privacy.${part}.text`) }))}
      more={
        <p>
          <a href="/guest-data">{t('privacy.guest')}</a>
        </p>
      }
    />
  );
}
