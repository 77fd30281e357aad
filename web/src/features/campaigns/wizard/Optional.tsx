import { useTranslation } from 'react-i18next';

/** A label of a field that may stay empty. */
export function Optional({ children }: { children: string }) {
  const { t } = useTranslation('wizard');
  return (
    <>
      {children} <span className="wizard-optional">({t('optional')})</span>
    </>
  );
}
