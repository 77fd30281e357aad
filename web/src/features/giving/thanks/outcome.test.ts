import { describe, expect, it } from 'vitest';
import { canTryAgain, outcomeOf, wasPaid } from './outcome';

describe('what became of a gift', () => {
  it.each([
    ['pending', '', false, 'waiting'],
    ['pending', '', true, 'left'],
    // The address never outweighs the server.
    ['completed', '', true, 'completed'],
    ['completed', '', false, 'completed'],
    ['cancelled', '', true, 'cancelled'],
    ['failed', 'declined', false, 'declined'],
    ['failed', 'expired', true, 'expired'],
    ['failed', 'wrong_amount', false, 'wrong_amount'],
    ['failed', '', false, 'failed'],
    ['failed', 'provider', false, 'failed'],
    ['partly_refunded', 'organizer', false, 'partly_refunded'],
    ['under_way', '', true, 'under_way'],
    ['disputed', 'dispute', false, 'disputed'],
    ['refunded', 'organizer', false, 'refunded'],
    ['refunded', 'operator', false, 'refunded'],
    ['refunded', 'campaign_closed', false, 'refunded_closed'],
    ['refunded', 'wrong_amount', false, 'refunded_wrong_amount'],
  ] as const)('%s (%s), came back by the way out: %s → %s', (status, reason, left, expected) => {
    expect(outcomeOf({ status, reason }, left)).toBe(expected);
  });

  it('offers another try only where nothing was taken', () => {
    for (const outcome of ['declined', 'expired', 'failed', 'cancelled'] as const) {
      expect(canTryAgain(outcome)).toBe(true);
      expect(wasPaid(outcome)).toBe(false);
    }
    for (const outcome of ['waiting', 'completed', 'refunded_closed', 'wrong_amount'] as const)
      expect(canTryAgain(outcome)).toBe(false);
    expect(wasPaid('refunded_closed')).toBe(true);
  });
});
