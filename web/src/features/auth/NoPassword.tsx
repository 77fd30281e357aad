import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/States';

/** Stands where a password is asked of a member who has none, and leads to where one is set. */
export function NoPassword() {
  const { t } = useTranslation('auth');
  return (
    <Notice tone="money" icon="info">
      <p>{t('linked.askFirst')}</p>
      <LinkButton to="/auth/forgot" variant="outline" size="small" className="auth-set">
        {t('linked.set')}
      </LinkButton>
    </Notice>
  );
}
