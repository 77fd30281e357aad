import { useCallback, useEffect, useState } from 'react';
import { useMyFollowedQuery } from '@/api/generated/follows';
import { type Since, useVisitCampaignMutation } from '@/api/generated/visits';

/** Whether there is anything to tell. */
function isNews(since: Since): boolean {
  return Boolean(
    since.visit &&
      (since.raised || since.supporters || since.minutes || since.items || since.status || since.update_count) ||
      since.milestones.length + since.changes.length > 0,
  );
}

/**
 * Looks at a campaign, which the server remembers, and gives what changed since the visit before: undefined while that is
 * asked, and where nothing did. Whoever follows it from now on has looked at it, too.
 */
export function useSince(campaign: string): { since: Since | undefined; dismiss: () => void } {
  const { data: followed } = useMyFollowedQuery({ campaign, limit: 1 });
  const [visit, { data }] = useVisitCampaignMutation();
  const [isSeen, setSeen] = useState(false);
  const total = followed?.total;
  useEffect(() => {
    if (total !== undefined) void visit({ visitBody: { campaign_id: campaign } });
  }, [campaign, total, visit]);
  const dismiss = useCallback(() => {
    setSeen(true);
    void visit({ visitBody: { campaign_id: campaign, seen: true } });
  }, [campaign, visit]);
  return { since: data && !isSeen && isNews(data) ? data : undefined, dismiss };
}
