/**
 * How amounts, counts and dates read. Amounts are integers in minor units
 * (cents) and stay integers: they are handed to `Intl` as decimal strings.
 */

export type Currency = 'EUR' | 'USD' | 'GBP';

export interface Amount {
  /** Minor units: 1234 is 12.34. */
  readonly amount: number;
  readonly currency: Currency;
}

const nbsp = '\u00A0';

/** "12.34" for 1234: exact, where dividing by 100 would make a float. */
export function decimal(minor: number): `${number}` {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not an amount in minor units: ${minor}`);
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const text = `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return text as `${number}`;
}

/**
 * An exact amount. Whole amounts drop their zero cents unless `cents` is
 * "always", as receipts and totals want.
 */
export function money(locale: string, { amount, currency }: Amount, cents: 'auto' | 'always' = 'auto'): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: cents === 'always' ? 'auto' : 'stripIfInteger',
  }).format(decimal(amount));
}

/** A short amount for cards: exact below 1000, then one decimal and a unit ("€1.2k", "1,2 k €"). */
export function compactMoney(locale: string, value: Amount): string {
  if (Math.abs(value.amount) < 1000_00) return money(locale, value);
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: value.currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
    // An amount is never shown larger than it is.
    roundingMode: 'trunc',
  }).formatToParts(decimal(value.amount) as unknown as number);
  return parts.map((part) => (part.type === 'compact' && part.value === 'K' ? 'k' : part.value)).join('');
}

/** An exact rate for people to read: six decimals, rounded down, without idle zeros ("0.926784"). */
export function rate(locale: string, { num, den }: { readonly num: number; readonly den: number }): string {
  const millionths = String((BigInt(num) * 1_000_000n) / BigInt(den)).padStart(7, '0');
  const text = `${millionths.slice(0, -6)}.${millionths.slice(-6)}` as `${number}`;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(text);
}

export function count(locale: string, value: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

/**
 * Whole percent of a goal, not capped; undefined where there is no goal to
 * measure against. Rounded, except that "100" waits until the goal is reached.
 */
export function percentOf(done: number, goal: number): number | undefined {
  if (goal <= 0) return undefined;
  const rounded = Math.round((done / goal) * 100);
  return done < goal ? Math.min(rounded, 99) : rounded;
}

/** "71 %": a figure, a space that does not break, the sign. */
export function percent(locale: string, value: number): string {
  return `${count(locale, value)}${nbsp}%`;
}

/**
 * "71 %" of a goal, "<1 %" for a first little; undefined without a goal. It is
 * never rounded to nothing, nor to all.
 */
export function reached(locale: string, done: number, goal: number): string | undefined {
  const whole = percentOf(done, goal);
  if (whole === 0 && done > 0) return `<${percent(locale, 1)}`;
  return whole === undefined ? undefined : percent(locale, whole);
}

/** "20 November 2026", "20 novembre 2026". */
export function longDate(locale: string, iso: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(iso));
}

/**
 * The day of a moment as it is counted in a time zone, the same for every reader: "20 November 2026". A campaign without a
 * deadline may have no time zone, and counts in UTC as the server does.
 */
export function dayIn(locale: string, iso: string, timeZone: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: timeZone || 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(iso));
}

/** A plain day such as 2026-11-20, which is the same everywhere: "20 November 2026". */
export function plainDay(locale: string, iso: string): string {
  const utc = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, utc).format(new Date(`${iso}T00:00:00Z`));
}

/** Date and time, "20 novembre 2026 à 14:05". */
export function dateTime(locale: string, iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
}

/** The time of day by the reader's clock, "14:05". */
export function time(locale: string, iso: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(iso));
}

const day = 24 * 60 * 60 * 1000;

/** Whole days until a moment, rounded up, never below 0. */
export function daysLeft(endIso: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(endIso) - now) / day));
}

const steps: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** "2 minutes ago", "il y a 2 minutes", "dans 3 jours"; undefined within a minute, which has a text of its own. */
export function relativeTime(locale: string, iso: string, now: number): string | undefined {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return undefined;
  const [unit, size] = step;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.trunc(seconds / size), unit);
}
