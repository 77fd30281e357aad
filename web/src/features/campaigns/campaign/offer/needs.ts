import type { Need } from '@/api/generated/campaigns';

/** How many are still asked for, beyond what arrived and what is pledged. */
export function leftOf({ quantity, received, pledged }: Pick<Need, 'quantity' | 'received' | 'pledged'>): number {
  return Math.max(0, quantity - received - pledged);
}

/** The need that is chosen beforehand: the first that is not covered, else something else. */
export function firstOpen(needs: readonly Need[]): string {
  return needs.find((need) => leftOf(need) > 0)?.id ?? '';
}
