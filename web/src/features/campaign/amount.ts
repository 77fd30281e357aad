/**
 * Reads an amount as people type it, in digits and marks alone: no step of it
 * is a float.
 */
export type Typed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid' }
  /** Minor units; huge figures end at the largest safe integer, far above every limit. */
  | { readonly kind: 'amount'; readonly minor: number };

const invalid: Typed = { kind: 'invalid' };

/** What stands between thousands in this locale: "," in English, "." in Spanish. */
function groupMark(locale: string): string | undefined {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567).find(({ type }) => type === 'group')?.value;
}

/** Digits in groups of three, without their marks; undefined where they are grouped otherwise. */
function ungroup(text: string, mark: string): string | undefined {
  const [first = '', ...rest] = text.split(mark);
  if (rest.length === 0) return first;
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group)) ? first + rest.join('') : undefined;
}

function minorUnits(whole: string, cents: string): Typed {
  if (whole === '' && cents === '') return invalid;
  const minor = BigInt(whole || '0') * 100n + BigInt(cents.padEnd(2, '0'));
  return { kind: 'amount', minor: minor > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(minor) };
}

/**
 * "12,50", "12.5", "1 234,56", "1,234.56" and "€ 20" in minor units. A lone mark
 * before three digits groups thousands where the locale groups so, and is
 * refused elsewhere: no currency here has three decimals.
 */
export function parseAmount(text: string, locale: string): Typed {
  const bare = text.trim().replace(/^[€$£]|[€$£]$/g, '').replace(/[\s'’]/g, '');
  if (bare === '') return { kind: 'empty' };
  if (!/^[\d.,]+$/.test(bare)) return invalid;
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (at < 0) return minorUnits(bare, '');
  const mark = bare.charAt(at);
  const other = mark === '.' ? ',' : '.';
  const before = bare.slice(0, at);
  const after = bare.slice(at + 1);
  const lone = !before.includes(mark);
  if (!lone || (after.length === 3 && before !== '' && !before.includes(other) && mark === groupMark(locale))) {
    const whole = before.includes(other) ? undefined : ungroup(bare, mark);
    return whole === undefined ? invalid : minorUnits(whole, '');
  }
  const whole = ungroup(before, other);
  return whole === undefined || after.length > 2 ? invalid : minorUnits(whole, after);
}
