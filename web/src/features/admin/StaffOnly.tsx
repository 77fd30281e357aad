import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Problem } from '@/api/problem';
import { settingsPath } from '@/api/returnPath';
import { LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/States';

function StaffOnly() {
  const { t } = useTranslation('admin');
  return (
    <EmptyState
      title={t('staffOnly.title')}
      heading="h2"
      text={t('staffOnly.text')}
      action={<LinkButton to="/my">{t('staffOnly.home')}</LinkButton>}
    />
  );
}

function FactorFirst() {
  const { t } = useTranslation('admin');
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title={t('factorFirst.title')}
      heading="h2"
      text={t('factorFirst.text')}
      action={<LinkButton to={settingsPath('secondFactor', pathname + search)}>{t('factorFirst.settings')}</LinkButton>}
    />
  );
}

function PasswordFirst() {
  const { t } = useTranslation('admin');
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title={t('passwordFirst.title')}
      heading="h2"
      text={t('passwordFirst.text')}
      action={<LinkButton to={settingsPath('signingIn', pathname + search)}>{t('passwordFirst.settings')}</LinkButton>}
    />
  );
}

/** What a page of the staff shows to members whom the server refuses it. */
export const forStaff = ({ status, code }: Problem) => {
  if (code === 'second_factor_required') return <FactorFirst />;
  if (code === 'staff_password_short') return <PasswordFirst />;
  return status === 403 ? <StaffOnly /> : undefined;
};
