import { useTranslation } from 'react-i18next';
import { LegalText } from './LegalText';
import { termsVersion } from './versions';

const parts = ['service', 'account', 'campaigns', 'gifts', 'refunds', 'fees', 'record', 'end'] as const;

export function TermsPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('terms.title')}
      lead={t('terms.lead')}
      version={termsVersion}
      parts={parts.map((part) => ({ id: part, title: t(`terms.${part}.title`), text: t(`terms.${part}.text`) }))}
    />
  );
}
