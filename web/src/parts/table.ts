import { unparse } from 'papaparse';
import type { ListPage } from './liveList';
import { saveFile } from './saveFile';

/** What a cell holds; `minor` is an amount in minor units, `at` a moment as ISO 8601 writes it. */
export type Cell = string | number | { readonly minor: number } | { readonly at: string };

/** Writes cells as a spreadsheet that speaks this language reads them: where it writes "1,5", values are parted by ";". */
function writerFor(locale: string) {
  const exact = (least: number) =>
    new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: least, maximumFractionDigits: 2 });
  const plain = exact(0);
  const cents = exact(2);
  const two = (part: number) => String(part).padStart(2, '0');
  const moment = (at: Date) => {
    const day = [two(at.getDate()), two(at.getMonth() + 1), String(at.getFullYear())];
    const date = locale.startsWith('en') ? day.toReversed().join('-') : day.join('/');
    return `${date} ${two(at.getHours())}:${two(at.getMinutes())}`;
  };
  const write = (cell: Cell): string => {
    if (typeof cell === 'string') return cell;
    if (typeof cell === 'number') return plain.format(cell);
    return 'at' in cell ? moment(new Date(cell.at)) : cents.format(cell.minor / 100);
  };
  return { write, delimiter: cents.format(1.5).includes(',') ? ';' : ',' };
}

/** Rows under a head, by RFC 4180 but for the delimiter; no cell is taken for a formula by the program that opens it. */
export function csvOf(locale: string, head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
  const { write, delimiter } = writerFor(locale);
  const data = rows.map((row) => row.map(write));
  return unparse({ fields: [...head], data }, { delimiter, escapeFormulae: true });
}

/** Hands rows to the reader as a file that a spreadsheet in their language opens, with the mark by which it knows UTF-8. */
export function saveCsv(locale: string, name: string, head: readonly string[], rows: ReadonlyArray<readonly Cell[]>): void {
  const file = new Blob(['\uFEFF', csvOf(locale, head, rows)], { type: 'text/csv;charset=utf-8' });
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
