import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/ui/usePageTitle';
import { Feed } from './Feed';

/** The feed by itself, also for a member whose first steps are not done. */
export function ActivityPage() {
  const { t } = useTranslation('feed');
  usePageTitle(t('title'));
  return (
    <div className="wrap page feed-page">
      <Feed heading="h1" />
    </div>
  );
}
