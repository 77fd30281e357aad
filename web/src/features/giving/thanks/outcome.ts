import type { Donation } from '@/api/generated/giving';

/** What became of a gift, as its page tells it. */
export type Outcome =
  /** The provider has not said yet. */
  | 'waiting'
  /** The same, but its giver came back by the payment page's way out. */
  | 'left'
  /** Paid by a method that answers later, such as a bank debit. */
  | 'under_way'
  | 'completed'
  | 'declined'
  | 'expired'
  | 'failed'
  /** Another sum arrived than was asked; it is on its way back. */
  | 'wrong_amount'
  | 'cancelled'
  /** The giver's bank has taken the money back, and nothing is decided. */
  | 'disputed'
  | 'partly_refunded'
  | 'refunded'
  /** Given back at once: the campaign had stopped taking gifts. */
  | 'refunded_closed'
  | 'refunded_wrong_amount';

/** The server's state decides; the address only says how its giver came back from a payment that still waits. */
export function outcomeOf({ status, reason }: Pick<Donation, 'status' | 'reason'>, cameBackByCancel: boolean): Outcome {
  switch (status) {
    case 'pending':
      return cameBackByCancel ? 'left' : 'waiting';
    case 'under_way':
    case 'completed':
    case 'cancelled':
    case 'disputed':
    case 'partly_refunded':
      return status;
    case 'failed':
      return reason === 'declined' || reason === 'expired' || reason === 'wrong_amount' ? reason : 'failed';
    case 'refunded':
      if (reason === 'campaign_closed') return 'refunded_closed';
      return reason === 'wrong_amount' ? 'refunded_wrong_amount' : 'refunded';
    default:
      return status satisfies never;
  }
}

/** Whether giving once more is what one would want now. */
export function canTryAgain(outcome: Outcome): boolean {
  return outcome === 'declined' || outcome === 'expired' || outcome === 'failed' || outcome === 'cancelled';
}

/** Whether an amount was taken, so that it is told as paid rather than as meant. */
export function wasPaid(outcome: Outcome): boolean {
  return outcome === 'completed' || outcome === 'partly_refunded' || outcome.startsWith('refunded');
}
