import { useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';
import { LegalText } from './LegalText';
import { privacyVersion } from './versions';

const parts = [
  'account',
  'providers',
  'gifts',
  'anonymous',
  'support',
  'log',
  'browser',
  'visits',
  'pressed',
  'shared',
  'rights',
] as const;

export function PrivacyPage() {
  const { t } = useTranslation('legal');
  const { data: settings } = useSettingsQuery();
  const said = parts.filter((part) => part !== 'providers' || settings?.sign_in_with?.length);
  return (
    <LegalText
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      version={privacyVersion}
      parts={said.map((part) => ({ id: part, title: t(`privacy.${part}.title`), text: t(`privacy.${part}.text`) }))}
      more={
        <p>
          <a href="/guest-data">{t('privacy.guest')}</a>
        </p>
      }
    />
  );
}
