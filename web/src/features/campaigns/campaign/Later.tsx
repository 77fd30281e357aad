import { lazy, Suspense } from 'react';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { loadTexts } from '@/i18n/setup';

const parts = {
  shifts: lazy(async () => {
    const [{ Joining: part }] = await Promise.all([import('./joining/Joining'), loadTexts('joining')]);
    return { default: part };
  }),
  updates: lazy(async () => {
    const [{ Updates: part }] = await Promise.all([import('./updates/Updates'), loadTexts('updates')]);
    return { default: part };
  }),
  film: lazy(async () => {
    const [{ Film: part }] = await Promise.all([import('./film/Film'), loadTexts('film')]);
    return { default: part };
  }),
  member: lazy(async () => {
    const [{ ForMembers: part }] = await Promise.all([import('./ForMembers'), loadTexts('follow', 'report')]);
    return { default: part };
  }),
};

/** What of a campaign is loaded once somebody wants to see it, or after everything else. */
export function Later({ page, of }: { page: CampaignDetail; of: keyof typeof parts }) {
  const Part = parts[of];
  return (
    <Suspense>
      <Part page={page} />
    </Suspense>
  );
}
