import { lazy, Suspense } from 'react';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { loadTexts } from '@/i18n/setup';
import { WriteLink } from '@/parts/WriteLink';
import { Report } from './report/Report';
import { Follow } from './follow/Follow';
import { useSince } from './updates/since/useSince';

const SinceCard = lazy(async () => {
  const [{ SinceCard: card }] = await Promise.all([import('./updates/since/SinceCard'), loadTexts('since', 'updates')]);
  return { default: card };
});

/** What members can do about a campaign that others run, beside helping it, and what is new to those who support or follow it. */
export function ForMembers({ page }: { page: CampaignDetail }) {
  const { since, dismiss } = useSince(page.id);
  return (
    <>
      <div className="row report-line">
        <Follow page={page} />
        {!page.can_edit && <WriteLink variant="quiet" size="small" to={{ kind: 'campaign', id: page.id }} name={page.title} />}
        <Report page={page} />
      </div>
      {since && (
        <Suspense>
          <SinceCard page={page} since={since} onSeen={dismiss} />
        </Suspense>
      )}
    </>
  );
}
