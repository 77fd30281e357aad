/**
 * What somebody is writing, kept in this tab so that a reload or an ended
 * session loses nothing. Bound to the member who wrote it, and gone when they
 * sign out, here or in another tab. What is kept with `keepText` outlives the tab, too.
 */

import { store, stored, storedKeys } from '@/i18n/storage';

const prefix = 'callup.draft.';

/** The owner of what a visitor writes, and of nobody else's. */
export const guest = 'guest';

function keyOf(name: string, member: string): string {
  return `${prefix}${name}.${member}`;
}

export function keepDraft(name: string, member: string, value: unknown): void {
  // A full or forbidden storage costs the reload's safety, not the writing.
  store('session', keyOf(name, member), JSON.stringify(value));
}

/** What was kept, as it was given to `keepDraft`; undefined where there is nothing. */
export function readDraft(name: string, member: string): unknown {
  const kept = stored('session', keyOf(name, member));
  if (kept === null) return undefined;
  try {
    return JSON.parse(kept) as unknown;
  } catch (error) {
    console.warn('a kept draft was not readable', error);
    return undefined;
  }
}

export function forgetDraft(name: string, member: string): void {
  store('session', keyOf(name, member), undefined);
}

/** Keeps what becomes of `from`, which is what there was when the change of it began. */
export function keepChange(name: string, member: string, from: unknown, value: unknown): void {
  keepDraft(name, member, { from, value });
}

/** What was kept of a change that began from just this; undefined where there is nothing, or where somebody changed it since. */
export function readChange(name: string, member: string, from: unknown): unknown {
  const kept = readDraft(name, member);
  if (typeof kept !== 'object' || kept === null || !('from' in kept) || !('value' in kept)) return undefined;
  return JSON.stringify(kept.from) === JSON.stringify(from) ? kept.value : undefined;
}

/** What a visitor wrote in this tab whose names begin so, as it is stored, for another tab to go on with. */
export function guestDrafts(begin: string): Readonly<Record<string, string>> {
  const own = storedKeys('session').filter((key) => key.startsWith(prefix + begin) && key.endsWith(`.${guest}`));
  return Object.fromEntries(own.map((key) => [key, stored('session', key) ?? '']));
}

/** Takes over what a visitor wrote in another tab, where nothing was written here. */
export function takeGuestDrafts(drafts: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(drafts)) {
    const isDraft = key.startsWith(prefix) && key.endsWith(`.${guest}`) && typeof value === 'string';
    if (isDraft && stored('session', key) === null) store('session', key, value);
  }
}

/** Keeps a text that outlives the tab, until the member signs out. */
export function keepText(name: string, member: string, text: string): void {
  store('local', keyOf(name, member), text);
}

/** The text that was kept; empty where there is none. */
export function readKept(name: string, member: string): string {
  return stored('local', keyOf(name, member)) ?? '';
}

export function forgetKept(name: string, member: string): void {
  store('local', keyOf(name, member), undefined);
}

/** Forgets every draft of this tab, and of the browser. */
export function forgetDrafts(): void {
  for (const area of ['session', 'local'] as const)
    for (const key of storedKeys(area)) if (key.startsWith(prefix)) store(area, key, undefined);
}
