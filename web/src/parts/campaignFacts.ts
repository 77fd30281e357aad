import type { CampaignCard as Card } from '@/api/generated/campaigns';

/** Nobody has given yet: an invitation says more than an empty bar. */
export function isUntouched({
  raised_amount,
  supporters,
  status,
}: Pick<Card, 'raised_amount' | 'supporters' | 'status'>): boolean {
  return raised_amount === 0 && supporters === 0 && status === 'active';
}
