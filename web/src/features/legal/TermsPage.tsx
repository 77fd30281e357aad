import { Trans, useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';
import { LegalText } from './LegalText';
import { termsVersion } from './versions';

const parts = ['service', 'account', 'campaigns', 'gifts', 'refunds', 'fees', 'record', 'end'] as const;

/** Who the terms call the operator, and how to reach them, as far as the settings say. */
function Operator() {
  const { t } = useTranslation('legal');
  const { data: { operator_name: name, operator_email: email } = {} } = useSettingsQuery();
  if (!name && !email) return null;
  const address = (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
  return (
    <p>
      {name && t('terms.operator.name', { name })}{' '}
      {email && <Trans ns="legal" i18nKey="terms.operator.address" components={{ address }} />}
    </p>
  );
}

export function TermsPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('terms.title')}
      lead={t('terms.lead')}
      version={termsVersion}
      note={<Operator />}
      parts={parts.map((part) => ({ id: part, title: t(`terms.${part}.title`), text: t(`terms.${part}.text`) }))}
    />
  );
}
