/**
 * Where somebody was going when they were sent to look for a confirmation mail,
 * which opens in another tab, and the offer that they were making. For an hour, and not past their signing out: the
 * next person at this browser is not led there.
 */

import { store, stored } from '@/i18n/storage';
import { guestDrafts, takeGuestDrafts } from './drafts';

const key = 'callup.next';

/** Milliseconds. */
const longest = 60 * 60 * 1000;

/** `now` is in milliseconds since 1970 on this device's clock. */
export function keepReturnPath(path: string | undefined, now: number): void {
  store('local', key, path === undefined ? undefined : JSON.stringify({ path, at: now, offers: guestDrafts('offer.') }));
}

interface Kept {
  readonly path: string;
  readonly offers: Readonly<Record<string, unknown>>;
}

function kept(now: number): Kept | undefined {
  const text = stored('local', key);
  if (text === null) return undefined;
  try {
    const { path, at, offers } = JSON.parse(text) as { path?: unknown; at?: unknown; offers?: Kept['offers'] };
    if (typeof path === 'string' && typeof at === 'number' && at <= now && now - at < longest) {
      return { path, offers: offers ?? {} };
    }
  } catch (error) {
    console.warn('a kept path was not readable', error);
  }
  keepReturnPath(undefined, now);
  return undefined;
}

/** What was kept within the last hour; what is older, or not ours, is forgotten. */
export function keptReturnPath(now: number): string | undefined {
  return kept(now)?.path;
}

/** Takes the kept offers over into this tab. */
export function takeKeptOffers(now: number): void {
  takeGuestDrafts(kept(now)?.offers ?? {});
}

/** The sign-in page's address with where to go from there. */
export function authPath(next?: string, tab?: 'signup'): string {
  const params = new URLSearchParams();
  if (tab) params.set('tab', tab);
  if (next) params.set('next', next);
  const query = params.toString();
  return query ? `/auth?${query}` : '/auth';
}

/** A section of the settings, with where to go from there once it is done. */
export function settingsPath(section: string, next: string): string {
  return `/my/settings?${new URLSearchParams({ next })}#${section}`;
}
