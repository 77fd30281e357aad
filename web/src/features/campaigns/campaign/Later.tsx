import { lazy, type ReactNode, Suspense } from 'react';
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
  // Few who see the page run the campaign.
  owner: lazy(async () => {
    const [{ OwnerBar: part }] = await Promise.all([import('./OwnerBar'), loadTexts('campaigns')]);
    return { default: part };
  }),
  whose: lazy(async () => ({ default: (await import('./PageName')).PageName })),
  member: lazy(async () => {
    const [{ ForMembers: part }] = await Promise.all([import('./ForMembers'), loadTexts('follow', 'report')]);
    return { default: part };
  }),
};

interface Props {
  page: CampaignDetail;
  of: keyof typeof parts;
  onStale?: () => void;
  /** What stands there until it is loaded. */
  children?: ReactNode;
}

const ignore = (): void => undefined;

/** What of a campaign is loaded once somebody wants to see it, or after everything else. */
export function Later({ page, of, onStale = ignore, children }: Props) {
  const Part = parts[of];
  return (
    <Suspense fallback={children}>
      <Part page={page} onStale={onStale} />
    </Suspense>
  );
}
