import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/SessionContext';

/** What the search is called: visitors find campaigns alone. */
export function useLabel(): string {
  const { t } = useTranslation('search');
  return t(useSession().status === 'member' ? 'open' : 'openCampaigns');
}
