/** A page of a list, as every answer with a cursor has it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; empty at the end. */
  readonly next: string;
}

interface Identified {
  readonly id: string;
}

/**
 * The newest page worked into what was loaded before: what arrived comes first, what was taken back goes, older pages
 * stay. Where the two do not meet (long offline), the newest page stands alone, so that no gap is hidden.
 */
export function withNewest<Item extends Identified>(known: ListPage<Item>, first: ListPage<Item>): ListPage<Item> {
  const last = first.items.at(-1);
  if (first.next === '' || !last) return { items: first.items, next: '' };
  const at = known.items.findIndex(({ id }) => id === last.id);
  const older = at < 0 ? [] : known.items.slice(at + 1);
  return older.length === 0 ? { items: first.items, next: first.next } : { items: [...first.items, ...older], next: known.next };
}

/** A further page behind what is known. */
export function withOlder<Item extends Identified>(known: ListPage<Item>, page: ListPage<Item>): ListPage<Item> {
  const ids = new Set(known.items.map(({ id }) => id));
  return { items: [...known.items, ...page.items.filter(({ id }) => !ids.has(id))], next: page.next };
}

/** How many at the beginning came after the first look. */
export function arrivals(items: readonly Identified[], seen: ReadonlySet<string>): number {
  const at = items.findIndex(({ id }) => seen.has(id));
  return at < 0 ? items.length : at;
}
