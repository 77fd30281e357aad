/*
 * Where a person goes after signing in. The address comes from the page's own
 * address, which anyone can write: only paths of this site are followed.
 */

import { keepReturnPath, keptReturnPath, takeKeptOffers } from '@/api/returnPath';

const base = 'https://callup.invalid';

/** The path in `next`, or undefined where it leads off this site or back to sign-in. */
export function safeNext(next: string | null | undefined): string | undefined {
  // Browsers read a backslash as a slash and skip control characters, so "/\evil" and "/\t/evil" would leave the site.
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\\\p{Cc}]/u.test(next)) return undefined;
  let url: URL;
  try {
    url = new URL(next, base);
  } catch {
    return undefined;
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Whether a path leads to what only its giver should see: whoever knows the address of a gift or a receipt sees it. */
function isPrivate(path: string): boolean {
  const { pathname, searchParams } = new URL(path, base);
  let parts: string[];
  try {
    parts = decodeURIComponent(pathname).toLowerCase().split('/');
  } catch {
    return true;
  }
  return [...searchParams.keys(), ...parts].some((part) => /^(?:donation|receipts?|thanks)$/.test(part.toLowerCase()));
}

/** Keeps where somebody was going while they look for the confirmation mail, which opens in another tab. */
export function keepNext(next: string | undefined): void {
  const path = safeNext(next);
  keepReturnPath(path === undefined || isPrivate(path) ? undefined : path, Date.now());
}

export function keptNext(): string | undefined {
  return safeNext(keptReturnPath(Date.now()));
}

/** Takes over the offers that were being made, where signing up led to another tab. */
export function takeOffers(): void {
  if (keptNext() !== undefined) takeKeptOffers(Date.now());
}

/** What somebody was sent to sign in for, as far as it is an offer to a campaign. */
export function offerIn(next: string | undefined): 'offer' | 'shift' | undefined {
  if (next === undefined) return undefined;
  const { pathname, searchParams } = new URL(next, base);
  if (!pathname.startsWith('/campaign/')) return undefined;
  if (searchParams.has('shift')) return 'shift';
  const give = searchParams.get('give');
  return give === 'time' || give === 'materials' ? 'offer' : undefined;
}
