import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { usePageTitle } from '@/ui/usePageTitle';

/** Nobody is named in the address: everybody is to be found in the community. */
export function NoPersonPage() {
  const { t } = useTranslation('person');
  usePageTitle(t('title'));
  return <Navigate to="/my/explore" replace />;
}
