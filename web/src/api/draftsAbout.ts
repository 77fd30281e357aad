import { storedKeys } from '@/i18n/storage';

/** As drafts.ts names them: what it would export for this alone, every page would load. */
const prefix = 'callup.draft.';

/** The names of a member's drafts that have this part between their full stops, such as the id of what they are about. */
export function draftsAbout(part: string, member: string): string[] {
  const end = `.${member}`;
  return storedKeys('session')
    .filter((key) => key.startsWith(prefix) && key.endsWith(end))
    .map((key) => key.slice(prefix.length, -end.length))
    .filter((name) => name.split('.').includes(part));
}
