import { unparse } from 'papaparse';
import type { ListPage } from './liveList';
import { saveFile } from './saveFile';

/** What a cell holds: amounts and numbers as programs read them, in no reader's language. */
export type Cell = string | number;

/** Rows under a head as RFC 4180 has it; no cell is taken for a formula by the program that opens it. */
export function csvOf(head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
  return unparse({ fields: [...head], data: rows.map((row) => [...row]) }, { escapeFormulae: true });
}

/** Hands rows to the reader as a file of comma-separated values, with the mark by which spreadsheets know UTF-8. */
export function saveCsv(name: string, head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): void {
  const file = new Blob(['\uFEFF', csvOf(head, rows)], { type: 'text/csv;charset=utf-8' });
  saveFile({ url: URL.createObjectURL(file), name });
}

/** How often a list that changes while it is read is read again. */
const readings = 4;

/**
 * All of a list, page by page. What changes may move between pages while they are read: a list that is not as long as its
 * last page says is read again.
 */
export async function everyItem<Item extends { readonly id: string }>(
  load: (cursor: string) => Promise<ListPage<Item> & { readonly total: number }>,
): Promise<Item[]> {
  for (let reading = 0; reading < readings; reading += 1) {
    const items = new Map<string, Item>();
    let total = 0;
    let cursor = '';
    do {
      // One page tells where the next begins.
      // oxlint-disable-next-line no-await-in-loop
      const page = await load(cursor);
      for (const item of page.items) items.set(item.id, item);
      ({ next: cursor, total } = page);
    } while (cursor !== '');
    if (items.size === total) return [...items.values()];
  }
  throw new Error('the list changes faster than it is read');
}
