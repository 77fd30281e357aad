/** An offer as its form is filled in, kept in this tab: whoever is not signed in yet signs in next, in another document. */

import { forgetDraft, guest, keepDraft, readDraft } from '@/api/drafts';
import type { SessionState } from '@/api/session';

const nameOf = (kind: string, campaign: string) => `offer.${kind}.${campaign}`;

const ownerOf = (session: SessionState) => (session.status === 'member' ? session.member.id : guest);

/** What was typed by the member who is signed in, also before they did, as far as it has the form's fields. */
export function readOffer<Values extends object>(kind: string, campaign: string, session: SessionState, empty: Values): Values {
  if (session.status === 'unknown') return empty;
  const name = nameOf(kind, campaign);
  const kept = readDraft(name, ownerOf(session)) ?? readDraft(name, guest);
  if (typeof kept !== 'object' || kept === null) return empty;
  const known = Object.entries(kept).filter(
    ([field, value]) => field in empty && typeof value === typeof empty[field as keyof Values],
  );
  return { ...empty, ...Object.fromEntries(known) };
}

export function keepOffer(kind: string, campaign: string, session: SessionState, values: object): void {
  if (session.status === 'unknown') return;
  if (session.status === 'member') forgetDraft(nameOf(kind, campaign), guest);
  keepDraft(nameOf(kind, campaign), ownerOf(session), values);
}

export function forgetOffer(kind: string, campaign: string, session: SessionState): void {
  forgetDraft(nameOf(kind, campaign), guest);
  forgetDraft(nameOf(kind, campaign), ownerOf(session));
}

/** Milliseconds within which the same offer is taken for a second press rather than a second offer. */
const soon = 60_000;

/** Remembers what was just offered, so that the same is not sent twice by mistake, after a reload either. */
export function keepSent(kind: string, campaign: string, session: SessionState, values: object): void {
  keepDraft(`sent.${nameOf(kind, campaign)}`, ownerOf(session), { at: Date.now(), offer: JSON.stringify(values) });
}

/** Whether just this was offered to this campaign within the last minute. */
export function isSentAgain(kind: string, campaign: string, session: SessionState, values: object): boolean {
  const kept = readDraft(`sent.${nameOf(kind, campaign)}`, ownerOf(session));
  if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('offer' in kept)) return false;
  return typeof kept.at === 'number' && Date.now() - kept.at < soon && kept.offer === JSON.stringify(values);
}
