import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, parseHours, parseWhole, type TypedAmount } from './figures';
import { type Currency, decimal } from './format';

const amount = (minor: number): TypedAmount => ({ kind: 'amount', minor });
const invalid: TypedAmount = { kind: 'invalid' };
const locales = ['en', 'fr', 'es'] as const;
const currencies = ['EUR', 'USD', 'GBP'] as const satisfies readonly Currency[];
/** Every space Unicode has, the narrow and the wide that do not break among them. */
const spaces = Array.from(' \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000');

describe('an amount as typed', () => {
  it.each([
    ['25', 2500],
    ['25.5', 2550],
    ['25,5', 2550],
    ['25,50', 2550],
    ['0.1', 10],
    ['0,30', 30],
    ['.5', 50],
    ['12.', 1200],
    ['007', 700],
    [' 40 ', 4000],
    ['0', 0],
    ['0,00', 0],
    ['6 000', 600_000],
    ['6\u202f000,50', 600_050],
    ['6,000.50', 600_050],
    ['6.000,5', 600_050],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    ['1.15', 115],
    ['999999999.99', 99_999_999_999],
    ["1'234.50", 123_450],
    ['1’234,50', 123_450],
  ])('reads %s in every language', (text, minor) => {
    for (const locale of locales) expect(parseAmount(text, locale, 'EUR')).toEqual(amount(minor));
  });

  it.each([
    ['1,234', 'en', amount(123_400)],
    ['1.234', 'en', invalid],
    ['1.234', 'es', amount(123_400)],
    ['1,234', 'es', invalid],
    ['1,234', 'es-MX', amount(123_400)],
    ['1,234', 'fr', invalid],
    ['1.234', 'fr', invalid],
    ['1 234,56', 'fr', amount(123_456)],
    ['1\u202f234,56', 'fr', amount(123_456)],
    ['1,234.56', 'fr', amount(123_456)],
    ['1.234,56', 'en', amount(123_456)],
    ['1,234,567', 'fr', amount(123_456_700)],
    ['1.234.567,8', 'en', amount(123_456_780)],
  ])('takes %s in %s for what it means there', (text, locale, expected) => {
    expect(parseAmount(text, locale, 'EUR')).toEqual(expected);
  });

  it.each([
    '-5',
    '−5',
    '+5',
    '1e3',
    '12a',
    'ten',
    '.',
    ',',
    '1.2345',
    '0.001',
    '0,500',
    '1234,567',
    '1,23,456',
    '6,00,0',
    '1.2.3',
    '1,000,50',
    '1.234,567.8',
    '12,34.56',
    '0x10',
    'NaN',
    '٣',
    '12 50',
    '1 2',
    '1 23,4',
    '1 234.567,89',
    "1 234'567",
    '12€50',
    '1€,50',
    '20 ¥',
    '5k',
  ])('refuses %s', (text) => {
    for (const locale of locales) expect(parseAmount(text, locale, 'EUR')).toEqual(invalid);
  });

  it('knows an empty field', () => {
    expect(parseAmount('', 'en', 'EUR')).toEqual({ kind: 'empty' });
    expect(parseAmount(' \u00a0', 'fr', 'EUR')).toEqual({ kind: 'empty' });
    expect(parseAmount('€ ', 'fr', 'EUR')).toEqual({ kind: 'empty' });
  });

  it.each([
    ['€ 20', 'EUR'],
    ['20 €', 'EUR'],
    ['20\u202f€', 'EUR'],
    ['EUR 20', 'EUR'],
    ['€20 EUR', 'EUR'],
    ['$20', 'USD'],
    ['US$20', 'USD'],
    ['20 $US', 'USD'],
    ['20 usd', 'USD'],
    ['£20', 'GBP'],
    ['20 GBP', 'GBP'],
  ] as const)('knows whose sign is in %s', (text, own) => {
    for (const chosen of currencies) {
      expect(parseAmount(text, 'en', chosen)).toMatchObject(chosen === own ? amount(2000) : { kind: 'other_currency' });
    }
  });

  it('says which sign it was that differs', () => {
    expect(parseAmount('$20', 'en', 'EUR')).toEqual({ kind: 'other_currency', sign: '$' });
    expect(parseAmount('€20 $', 'en', 'EUR')).toEqual({ kind: 'other_currency', sign: '$' });
  });

  it('never loses a cent, and stays an integer however large', () => {
    expect(parseAmount('999999.99', 'en', 'EUR')).toEqual(amount(99_999_999));
    expect(parseAmount('90071992547409.91', 'en', 'EUR')).toEqual(amount(Number.MAX_SAFE_INTEGER));
    expect(parseAmount('9'.repeat(40), 'en', 'EUR')).toEqual(amount(Number.MAX_SAFE_INTEGER));
  });

  it('comes back as it was written, whatever the language, the spaces and the sign', () => {
    fc.assert(
      fc.property(
        fc.record({
          minor: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
          locale: fc.constantFrom(...locales, 'en-GB', 'en-ZA', 'fr-CA', 'fr-CH', 'es-MX', 'es-AR'),
          currency: fc.constantFrom(...currencies),
          useGrouping: fc.constantFrom('always' as const, false as const),
          style: fc.constantFrom('decimal' as const, 'currency' as const),
          currencyDisplay: fc.constantFrom('narrowSymbol' as const, 'code' as const),
          trailingZeroDisplay: fc.constantFrom('auto' as const, 'stripIfInteger' as const),
          space: fc.constantFrom(...spaces),
          around: fc.constantFrom('', ' ', '\u200e', '\u202f'),
        }),
        ({ minor, locale, currency, space, around, ...how }) => {
          const written = new Intl.NumberFormat(locale, { ...how, currency, minimumFractionDigits: 2 }).format(decimal(minor));
          const typed = around + written.replace(/\s/g, space) + around;
          expect(parseAmount(typed, locale, currency)).toEqual(amount(minor));
        },
      ),
    );
  });

  it('is never silently a hundred or a thousand times what was typed', () => {
    const piece = fc.oneof(fc.stringMatching(/^\d{1,4}$/), fc.constantFrom('.', ',', "'", '’', '€', '-', 'k', ...spaces));
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...locales), (pieces, locale) => {
        const typed = pieces.join('');
        const answer = parseAmount(typed, locale, 'EUR');
        if (answer.kind !== 'amount' || answer.minor === Number.MAX_SAFE_INTEGER) return;
        read += 1;
        const bare = typed.replace(/^[\s€]+|[\s€]+$/gu, '');
        const separators = bare.match(/\D/gu) ?? [];
        const tail = /\d*$/.exec(bare)?.[0].length ?? 0;
        const last = separators.at(-1);
        const cents = (last === '.' || last === ',') && tail <= 2;
        // All digits count, and only a comma or point with at most two behind it makes cents of them.
        const digits = BigInt(bare.replace(/\D/gu, '') || '0');
        expect(BigInt(answer.minor)).toBe(digits * 10n ** BigInt(cents ? 2 - tail : 2));
        // Whatever else stands between digits has three behind it.
        const groups = bare.slice(0, cents ? -tail - 1 : undefined).split(/\D/gu).slice(1);
        expect(groups.every((group) => group.length === 3)).toBe(true);
        // A lone comma or point before three digits means thousands only where people write so.
        const lone = !cents && separators.length === 1 && /[.,]/.test(last ?? '');
        expect(!lone || { en: ',', fr: '\u202f', es: '.' }[locale] === last).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

describe('a whole number as typed', () => {
  it('may be grouped by spaces, and by what groups where the reader is', () => {
    expect(parseWhole('1 200', 'fr')).toBe(1200);
    expect(parseWhole(' 40 ', 'en')).toBe(40);
    expect(parseWhole('1,200', 'en')).toBe(1200);
    expect(parseWhole('1.200', 'es')).toBe(1200);
    for (const space of spaces) expect(parseWhole(`12${space}000`, 'en')).toBe(12_000);
  });

  it.each(['', ' ', '12.5', '12,5', '1 50', '-3', '1e3', '9'.repeat(17)])('is not %j', (typed) => {
    for (const locale of locales) expect(parseWhole(typed, locale)).toBeUndefined();
  });

  it('is not guessed where a mark could mean two things', () => {
    expect(parseWhole('1.200', 'en')).toBeUndefined();
    expect(parseWhole('1,200', 'fr')).toBeUndefined();
  });
});

describe('hours as typed (Found30)', () => {
  it.each([
    ['1,5', 90],
    ['1.5', 90],
    ['1h30', 90],
    ['1 h 30', 90],
    ['1 h 30 min', 90],
    ['1:30', 90],
    ['90 min', 90],
    ['1,5 h', 90],
    ['1.5 hours', 90],
    ['1,5 heures', 90],
    ['1,5 horas', 90],
    ['2', 120],
    ['2h', 120],
    ['2 h', 120],
    ['0,25', 15],
    ['1h5', 65],
    ['1 000', 60_000],
    ['3,50', 210],
    ['\u200e3,5\u202fh', 210],
  ])('reads %s in every language', (typed, minutes) => {
    for (const locale of locales) expect(parseHours(typed, locale)).toBe(minutes);
  });

  const unread = ['', ' ', '-1', '1:5', '1:75', '1h75', 'two', '1,5,5', '1e3', '1h30h', '1:30:00', 'h', '1.5:30'];
  it.each(unread)('refuses %j', (typed) => {
    for (const locale of locales) expect(parseHours(typed, locale)).toBeUndefined();
  });

  it('is what was written, whatever the language', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4000 }), fc.constantFrom(...locales), (quarters, locale) => {
        const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(quarters / 4);
        expect(parseHours(written, locale)).toBe(quarters * 15);
      }),
    );
  });
});
