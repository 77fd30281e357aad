import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** What somebody agrees to who becomes a member, with the way to read it. */
export function Agreement() {
  const { t } = useTranslation('auth');
  const hint = <span className="sr"> {t('newTab')}</span>;
  return (
    <>
      <Trans
        ns="auth"
        i18nKey="agree"
        components={{
          terms: <Link className="link" to="/terms" target="_blank" />,
          privacy: <Link className="link" to="/privacy" target="_blank" />,
        }}
      />
      {hint}
    </>
  );
}
