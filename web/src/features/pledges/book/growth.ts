import type { FigureDay, Figures } from '@/api/generated/pledges';

/** What a plot shows of a day: how much there was at its end, and by how much it had moved. */
export interface Point {
  /** ISO 8601 day. */
  readonly day: string;
  readonly total: number;
  readonly moved: number;
}

/** Which of the figures a plot shows. */
export type Figure = 'raised' | 'minutes' | 'items';

/** Milliseconds of a day of UTC. */
export const dayLength = 86_400_000;

/** The ISO 8601 day of a moment in a time zone. */
export function dayIn(timeZone: string, now: Date): string {
  // Sweden writes days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

/** Every day from one to another, both among them. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayLength) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/**
 * A figure day by day, from the launch to `today`; of the last `last` days alone where that is said, beginning with what
 * there was before them. Money is in minor units, time in hours.
 */
export function growth(
  { days, since }: Pick<Figures, 'days' | 'since'>,
  figure: Figure,
  today: string,
  last?: number,
): Point[] {
  // Axes of hours are read, not of minutes.
  const unit = figure === 'minutes' ? 60 : 1;
  const moved = new Map(days.map((day: FigureDay) => [day.day, day[figure] / unit]));
  let total = 0;
  const all = daysBetween(since, today > since ? today : since).map((day) => {
    const by = moved.get(day) ?? 0;
    total += by;
    return { day, total, moved: by };
  });
  return last === undefined ? all : all.slice(-last);
}
