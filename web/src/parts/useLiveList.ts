import { useState } from 'react';
import { arrivals, type ListPage, withNewest, withOlder } from './liveList';
import { type Failure, useCommand } from './useCommand';

export interface LiveList<Item> {
  /** What is shown, the newest first. */
  readonly items: readonly Item[];
  /** How many of them, at the beginning, arrived while one looked. */
  readonly fresh: number;
  /** There is more than is shown. */
  readonly hidden: boolean;
  /** Shows as many more, and loads them where they are not known yet. */
  readonly more: () => Promise<void>;
  readonly failure: Failure | undefined;
}

/**
 * A paged list whose first page is live: what arrives slides in at the beginning and pushes nothing out of sight, older
 * pages are loaded as they are asked for and stay. `first` is the cached first page, which pushes replace.
 */
export function useLiveList<Item extends { readonly id: string }>(
  first: ListPage<Item>,
  loadPage: (cursor: string) => Promise<ListPage<Item>>,
  step: number,
): LiveList<Item> {
  const [seen] = useState(() => new Set(first.items.map(({ id }) => id)));
  const [newest, setNewest] = useState(first);
  const [known, setKnown] = useState(first);
  const [shown, setShown] = useState(step);
  if (newest !== first) {
    setNewest(first);
    setKnown(withNewest(known, first));
  }
  const { run, failure } = useCommand(
    async (wanted: number) => {
      if (known.items.length < wanted && known.next) {
        const page = await loadPage(known.next);
        setKnown((old) => withOlder(old, page));
      }
      return wanted;
    },
    { onDone: setShown },
  );
  const fresh = arrivals(known.items, seen);
  // What slides in must not push another item out of sight.
  const items = known.items.slice(0, shown + fresh);
  return { items, fresh, hidden: known.items.length > items.length || known.next !== '', more: () => run(shown + step), failure };
}
