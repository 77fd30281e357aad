import type { CampaignCard as Card } from '@/api/generated/campaigns';

/** The states that a card names; what is in review looks as it will once it is public. */
export function isClosed(status: Card['status']): status is 'paused' | 'completed' | 'cancelled' | 'suspended' {
  return ['paused', 'completed', 'cancelled', 'suspended'].includes(status);
}

/** Nobody has given yet: an invitation says more than an empty bar. */
export function isUntouched({
  raised_amount,
  supporters,
  status,
}: Pick<Card, 'raised_amount' | 'supporters' | 'status'>): boolean {
  return raised_amount === 0 && supporters === 0 && status === 'active';
}
