import type { CampaignDetail } from '@/api/generated/campaigns';
import { Report } from './report/Report';
import { Follow } from './follow/Follow';

/** What members can do about a campaign that others run, beside helping it. */
export function ForMembers({ page }: { page: CampaignDetail }) {
  return (
    <div className="row report-line">
      <Follow page={page} />
      <Report page={page} />
    </div>
  );
}
