import { store, stored } from '@/i18n/storage';

const key = 'callup.pressed';
const visitor = 'visitor';

/** Keeps, for as long as the tab is open, that a visitor pressed the landing page's button: for who signs in next. */
export function keepPressed(): void {
  store('session', key, visitor);
}

/** Whether a member pressed it before they signed in. It is theirs from then on, and forgotten once they have `agreed`. */
export function pressedBefore(member: string, agreed: boolean): boolean {
  const kept = stored('session', key);
  if (kept !== visitor && kept !== member) return false;
  store('session', key, agreed ? undefined : member);
  return agreed;
}
