import { randomKey } from '@/api/commandKeys';

/**
 * Gives this entry of the browser's history a key of its own, if it has none. The router calls every document's first entry
 * "default", so that each would open where the one before was left.
 */
export function nameEntry(): void {
  const state = history.state as { readonly key?: unknown } | null;
  if (typeof state?.key !== 'string') history.replaceState({ ...state, key: randomKey() }, '');
}
