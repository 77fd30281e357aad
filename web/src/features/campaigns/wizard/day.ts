/*
 * Days as people type them: "15 December 2026", "December 15, 2026", "15.12.2026", "15/12/2026", "2026-12-15". Figures
 * alone are read day first, as Europe writes them; the field then shows the day with its month in words.
 */

/** Whether this is a day as ISO 8601 writes it, and one that exists. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  return year !== undefined && month !== undefined && date !== undefined && iso(year, month, date) === text;
}

function iso(year: number, month: number, date: number): string | undefined {
  const day = new Date(Date.UTC(year, month - 1, date));
  const isReal = year >= 1000 && day.getUTCFullYear() === year && day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
  return isReal ? day.toISOString().slice(0, 10) : undefined;
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The month that a word of at least three letters begins, 1 to 12; undefined where it begins none, or two ("jui"). */
function monthOf(word: string, locale: string): number | undefined {
  const begin = plain(word);
  if (begin.length < 3) return undefined;
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, index) => plain(name.format(new Date(Date.UTC(2000, index, 1)))));
  const [found, other] = months.flatMap((month, index) => (month.startsWith(begin) ? [index + 1] : []));
  return other === undefined ? found : undefined;
}

/** The day that was typed, as ISO 8601 writes it; undefined where it is none. Months are read in the locale's words. */
export function dayTyped(text: string, locale: string): string | undefined {
  const figures = (text.match(/\d+/g) ?? []).map(Number);
  const words = text.match(/\p{L}+/gu) ?? [];
  const [first = 0, second = 0, third = 0] = figures;
  if (words.length === 0) {
    if (figures.length !== 3 || !/^\s*\d+\s*[-./]\s*\d+\s*[-./]\s*\d+\s*$/.test(text)) return undefined;
    return first > 31 ? iso(first, second, third) : iso(third, second, first);
  }
  const months = words.flatMap((word) => monthOf(word, locale) ?? []);
  const [month = 0] = months;
  return figures.length === 2 && months.length === 1 ? iso(second, month, first) : undefined;
}
