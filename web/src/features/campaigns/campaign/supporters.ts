import type { ListSupporter, Supporter } from '@/api/generated';

/** The contributions known so far, the newest first, and where the next older ones begin. */
export interface Known {
  readonly items: readonly Supporter[];
  /** Empty at the end. */
  readonly next: string;
}

/**
 * The newest page worked into what was loaded before: gifts that arrived come
 * first, what was taken back goes, older pages stay. Where the two do not meet
 * (long offline), the newest page stands alone, so that no gap is hidden.
 */
export function withNewest(known: Known, first: Pick<ListSupporter, 'items' | 'next'>): Known {
  const last = first.items.at(-1);
  if (first.next === '' || !last) return { items: first.items, next: '' };
  const at = known.items.findIndex(({ id }) => id === last.id);
  const older = at < 0 ? [] : known.items.slice(at + 1);
  return older.length === 0 ? { items: first.items, next: first.next } : { items: [...first.items, ...older], next: known.next };
}

/** A further page behind what is known. */
export function withOlder(known: Known, page: Pick<ListSupporter, 'items' | 'next'>): Known {
  const ids = new Set(known.items.map(({ id }) => id));
  return { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], next: page.next };
}

/** How many at the beginning came after the first look. */
export function arrivals(items: readonly Supporter[], seen: ReadonlySet<string>): number {
  const at = items.findIndex(({ id }) => seen.has(id));
  return at < 0 ? items.length : at;
}
