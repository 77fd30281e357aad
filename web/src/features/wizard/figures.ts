/*
 * Figures as people type them. Amounts become integers in minor units without
 * ever being a float.
 */

/** Spaces of every kind and apostrophes only group digits. */
const grouping = /[\s\u00A0\u202F'’]/g;

/** Digits in groups of three behind the first: "1.234.567". */
function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...rest] = text.split(mark);
  return /^[1-9]\d{0,2}$/.test(first) && rest.length > 0 && rest.every((group) => /^\d{3}$/.test(group));
}

function minor(whole: string, cents: string): number | undefined {
  if (!/^\d+$/.test(whole) || !/^\d{0,2}$/.test(cents)) return undefined;
  const amount = Number(whole + cents.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/**
 * The minor units of a typed amount: "6000", "6 000", "6,000.50", "6.000,5".
 * A single mark followed by three digits groups them, because nobody asks for
 * tenths of a cent. Undefined for what is no amount.
 */
export function parseAmount(typed: string): number | undefined {
  const text = typed.replace(grouping, '').replace(/^[€$£]|[€$£]$/g, '');
  if (text === '') return undefined;
  const lastMark = /[.,](?!.*[.,])/.exec(text);
  if (!lastMark) return minor(text, '');
  const [mark] = lastMark;
  if (isGrouped(text, mark)) return minor(text.split(mark).join(''), '');
  const whole = text.slice(0, lastMark.index);
  const cents = text.slice(lastMark.index + 1);
  const other = mark === '.' ? ',' : '.';
  if (whole.includes(mark)) return undefined;
  if (whole.includes(other)) return isGrouped(whole, other) ? minor(whole.split(other).join(''), cents) : undefined;
  return cents === '' ? undefined : minor(whole, cents);
}

/** A typed whole number, undefined for anything else. */
export function parseWhole(typed: string): number | undefined {
  const text = typed.replace(grouping, '');
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
