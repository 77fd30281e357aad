import type { CampaignDetail } from '@/api/generated/campaigns';
import { Joining } from './joining/Joining';
import { Updates } from './updates/Updates';

/** What of a campaign is loaded once somebody wants to see it. */
export function Later({ page, of }: { page: CampaignDetail; of: 'shifts' | 'updates' }) {
  return of === 'shifts' ? <Joining page={page} /> : <Updates page={page} />;
}
