import { describe, expect, it } from 'vitest';
import { parseAmount } from './amount';

const amount = (minor: number) => ({ kind: 'amount', minor });
const invalid = { kind: 'invalid' };

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
    ['€ 20', 2000],
    ['20 €', 2000],
    ['£7.99', 799],
    ['0', 0],
    ['0,00', 0],
  ])('reads %s in every language', (text, minor) => {
    for (const locale of ['en', 'fr', 'es']) expect(parseAmount(text, locale)).toEqual(amount(minor));
  });

  it.each([
    ['1,234', 'en', amount(123400)],
    ['1.234', 'en', invalid],
    ['1.234', 'es', amount(123400)],
    ['1,234', 'es', invalid],
    ['1,234', 'fr', invalid],
    ['1.234', 'fr', invalid],
    ['1 234,56', 'fr', amount(123456)],
    ['1\u202f234,56', 'fr', amount(123456)],
    ['1,234.56', 'fr', amount(123456)],
    ['1.234,56', 'en', amount(123456)],
    ['1,234,567', 'fr', amount(123456700)],
    ['1.234.567,8', 'en', amount(123456780)],
    ["1'234.50", 'en', amount(123450)],
  ])('takes %s in %s for what it means there', (text, locale, expected) => {
    expect(parseAmount(text, locale)).toEqual(expected);
  });

  it.each(['-5', '1e3', '12a', 'ten', '.', ',', '1.2345', '0.001', '1,23,456', '1.234,567.8', '12,34.56', '0x10', 'NaN', '٣'])(
    'refuses %s',
    (text) => {
      for (const locale of ['en', 'fr', 'es']) expect(parseAmount(text, locale)).toEqual(invalid);
    },
  );

  it('knows an empty field', () => {
    expect(parseAmount('', 'en')).toEqual({ kind: 'empty' });
    expect(parseAmount(' \u00a0', 'fr')).toEqual({ kind: 'empty' });
  });

  it('never loses a cent, and stays an integer however large', () => {
    expect(parseAmount('999999.99', 'en')).toEqual(amount(99_999_999));
    expect(parseAmount('90071992547409.91', 'en')).toEqual(amount(Number.MAX_SAFE_INTEGER));
    expect(parseAmount('9'.repeat(40), 'en')).toEqual(amount(Number.MAX_SAFE_INTEGER));
  });
});
