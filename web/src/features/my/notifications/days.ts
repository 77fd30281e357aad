interface Dated {
  /** ISO 8601. */
  readonly at: string;
}

export interface Day<Item> {
  /** Its first moment in the reader's time zone, as milliseconds. */
  readonly start: number;
  readonly items: readonly Item[];
}

function startOf(moment: number, daysBefore = 0): number {
  const date = new Date(moment);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}

/** What happened, in its order, by the reader's days. */
export function byDay<Item extends Dated>(items: readonly Item[]): ReadonlyArray<Day<Item>> {
  const days: Array<{ start: number; items: Item[] }> = [];
  for (const item of items) {
    const start = startOf(Date.parse(item.at));
    const last = days.at(-1);
    if (last?.start === start) last.items.push(item);
    else days.push({ start, items: [item] });
  }
  return days;
}

/** "today" or "yesterday", counted from now; undefined for any other day. */
export function nameOfDay(start: number, now: number): 'today' | 'yesterday' | undefined {
  if (start === startOf(now)) return 'today';
  return start === startOf(now, 1) ? 'yesterday' : undefined;
}
