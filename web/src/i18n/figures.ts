/*
 * Figures as people type them, in digits and marks alone: no step of it is a
 * float. What could mean two amounts is refused rather than guessed.
 */

import type { Currency } from './format';

export type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid' }
  /** It names another currency than the chosen one; `sign` as it was typed. */
  | { readonly kind: 'other_currency'; readonly sign: string }
  /** Minor units; huge figures end at the largest safe integer, far above every limit. */
  | { readonly kind: 'amount'; readonly minor: number };

const invalid: TypedAmount = { kind: 'invalid' };

const signs: Readonly<Record<string, Currency>> = {
  '€': 'EUR',
  EUR: 'EUR',
  $: 'USD',
  US$: 'USD',
  $US: 'USD',
  USD: 'USD',
  '£': 'GBP',
  GBP: 'GBP',
};

const signed = /^(US\$|\$US|[€$£]|EUR|USD|GBP)?\s*(.*?)\s*(US\$|\$US|[€$£]|EUR|USD|GBP)?$/i;

/** Without what can't be seen, such as the marks of writing direction that come along in a copied amount. */
function visible(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim();
}

/** What stands between thousands in this locale: "," in English, "." in Spanish. */
function groupMark(locale: string): string | undefined {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567).find(({ type }) => type === 'group')
    ?.value;
}

/** Digits alone, or in groups of three with this mark between them; undefined where they are grouped otherwise. */
function ungroup(text: string, mark: string): string | undefined {
  const [first = '', ...rest] = text.split(mark);
  if (rest.length === 0) return /^\d*$/.test(first) ? first : undefined;
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group)) ? first + rest.join('') : undefined;
}

function minorUnits(whole: string | undefined, cents: string): TypedAmount {
  if (whole === undefined || (whole === '' && cents === '')) return invalid;
  const minor = BigInt(whole || '0') * 100n + BigInt(cents.padEnd(2, '0'));
  return { kind: 'amount', minor: minor > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(minor) };
}

/** Marks that only ever group digits: spaces of every kind, and apostrophes. One amount has one of them. */
function plainMarks(text: string): string {
  return text.replace(/\s/gu, ' ').replaceAll('’', "'");
}

/** Hundredths of a number in digits and marks; undefined where it is none, or could mean two. */
function hundredths(body: string, locale: string): TypedAmount {
  const text = plainMarks(body);
  if (!/^[\d., ']+$/.test(text)) return invalid;
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const plain = text.includes(' ') ? ' ' : "'";
  if (at < 0) return minorUnits(ungroup(text, plain), '');
  const mark = text.charAt(at);
  const whole = text.slice(0, at);
  const rest = text.slice(at + 1);
  const marks = [' ', "'", mark === '.' ? ',' : '.'].filter((one) => whole.includes(one));
  const groups = whole.includes(mark) || (marks.length === 0 && rest.length === 3 && mark === groupMark(locale));
  if (groups) return marks.length > 0 ? invalid : minorUnits(ungroup(text, mark), '');
  if (marks.length > 1 || !/^\d{0,2}$/.test(rest)) return invalid;
  return minorUnits(ungroup(whole, marks[0] ?? plain), rest);
}

/**
 * "12,50", "12.5", "1 234,56", "1,234.56" and "€ 20" in minor units of the
 * chosen currency. A lone mark before three digits groups thousands where the
 * locale groups so, and is refused elsewhere: no currency here has three
 * decimals.
 */
export function parseAmount(typed: string, locale: string, chosen: Currency): TypedAmount {
  const [, before = '', body = '', behind = ''] = signed.exec(visible(typed)) ?? [];
  const other = [before, behind].find((sign) => sign !== '' && signs[sign.toUpperCase()] !== chosen);
  if (other !== undefined) return { kind: 'other_currency', sign: other };
  return body === '' ? { kind: 'empty' } : hundredths(body, locale);
}

/** A typed whole number, undefined for anything else: "1,5" is no 15. */
export function parseWhole(typed: string, locale: string): number | undefined {
  const read = hundredths(visible(typed), locale);
  return read.kind === 'amount' && read.minor % 100 === 0 ? read.minor / 100 : undefined;
}

/** "1h30", "1:30", "1 h 30 min", "2 h". */
const clock = /^(\d{1,5})(?:\s*h\s*(?:([0-5]?\d)\s*(?:m|mins?|minutes?|minutos?)?)?|:([0-5]\d))$/i;
const minutesAlone = /^(\d{1,6})\s*(?:m|mins?|minutes?|minutos?)$/i;
const hoursBehind = /\s*(?:h|hrs?|hours?|heures?|horas?)$/i;

/** Typed hours in minutes: "1,5", "1.5", "1h30", "1:30" and "90 min" are 90; undefined for what is none of these. */
export function parseHours(typed: string, locale: string): number | undefined {
  const text = visible(typed);
  const [, hours, behindH, behindColon] = clock.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(behindH ?? behindColon ?? 0);
  const [, minutes] = minutesAlone.exec(text) ?? [];
  if (minutes !== undefined) return Number(minutes);
  const read = hundredths(text.replace(hoursBehind, ''), locale);
  return read.kind === 'amount' ? Math.round((read.minor * 60) / 100) : undefined;
}
