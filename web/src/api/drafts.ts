/**
 * What somebody is writing, kept in this tab so that a reload or an ended
 * session loses nothing. Bound to the member who wrote it, and gone when they
 * sign out, here or in another tab.
 */

const prefix = 'callup.draft.';

function keyOf(name: string, member: string): string {
  return `${prefix}${name}.${member}`;
}

export function keepDraft(name: string, member: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name, member), JSON.stringify(value));
  } catch (error) {
    // A full or forbidden storage costs the reload's safety, not the writing.
    console.warn('a draft could not be kept', error);
  }
}

/** What was kept, as it was given to `keepDraft`; undefined where there is nothing. */
export function readDraft(name: string, member: string): unknown {
  const kept = sessionStorage.getItem(keyOf(name, member));
  if (kept === null) return undefined;
  try {
    return JSON.parse(kept) as unknown;
  } catch (error) {
    console.warn('a kept draft was not readable', error);
    return undefined;
  }
}

export function forgetDraft(name: string, member: string): void {
  sessionStorage.removeItem(keyOf(name, member));
}

/** Forgets every draft of this tab. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
