/**
 * A gift as its form is filled in, kept in this tab for each campaign: a payment that was declined, or the way back from the
 * payment page, leads to another document, and what was typed must outlive that, "hide my name" above all. Of the payment
 * nothing is kept, since nothing of it is ever typed here, nor the idempotency key of the command: what is sent again after
 * its payment was opened is another gift.
 */

import { forgetDraft, guest, keepDraft, readDraft } from '@/api/drafts';

export interface GiftDraft {
  /** The form's values; whoever reads them checks that they fit. */
  readonly values: unknown;
  /** The id of the gift that these values were last sent as. */
  readonly sent?: string;
  /** The form has not been shown again since. */
  readonly left?: boolean;
}

function nameOf(campaign: string): string {
  return `gift.${campaign}`;
}

function asDraft(kept: unknown): GiftDraft | undefined {
  if (typeof kept !== 'object' || kept === null || !('values' in kept)) return undefined;
  const { values, sent, left } = kept as Record<string, unknown>;
  return { values, ...(typeof sent === 'string' && { sent }), ...(left === true && { left }) };
}

/** Keeps what a member, or a guest where there is none, filled in; it takes the place of what they typed before signing in. */
export function keepGift(campaign: string, member: string | undefined, draft: GiftDraft): void {
  if (member) forgetDraft(nameOf(campaign), guest);
  keepDraft(nameOf(campaign), member ?? guest, draft);
}

/** What a member typed, also before signing in, or what a guest did. */
export function readGift(campaign: string, member: string | undefined): GiftDraft | undefined {
  const own = member && asDraft(readDraft(nameOf(campaign), member));
  return own || asDraft(readDraft(nameOf(campaign), guest));
}

export function forgetGift(campaign: string, member: string | undefined): void {
  forgetDraft(nameOf(campaign), guest);
  if (member) forgetDraft(nameOf(campaign), member);
}

/** Whether a guest said where the receipt can be sent. */
export function leftAddress({ values }: GiftDraft): boolean {
  const { donor_email: address } = (values ?? {}) as { donor_email?: unknown };
  return typeof address === 'string' && address.trim() !== '';
}
