import { describe, expect, it } from 'vitest';
import {
  compactMoney,
  dayIn,
  daysLeft,
  decimal,
  longDate,
  money,
  percent,
  percentOf,
  plainDay,
  reached,
  relativeTime,
} from './format';
import { languageOf, localeOf } from './languages';

const plain = (text: string | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');
const eur = (amount: number) => ({ amount, currency: 'EUR' as const });

describe('days', () => {
  it('are the same wherever they are read', () => {
    expect(plainDay('en', '2026-11-01')).toContain('November');
    expect(plain(plainDay('fr', '2026-11-23'))).toBe('23 novembre 2026');
    expect(dayIn('en', '2026-11-22T23:30:00Z', 'Europe/Paris')).toContain('23');
    expect(dayIn('en', '2026-11-22T23:30:00Z', '')).toContain('22');
  });
});

describe('amounts', () => {
  it('are exact, whatever their size', () => {
    expect(decimal(5)).toBe('0.05');
    expect(decimal(-1234)).toBe('-12.34');
    expect(plain(money('en', eur(9_007_199_254_740_991)))).toBe('€90,071,992,547,409.91');
    expect(() => decimal(1.5)).toThrow('minor units');
  });

  it('drop zero cents unless asked', () => {
    expect(money('en', eur(5000))).toBe('€50');
    expect(money('en', eur(5000), 'always')).toBe('€50.00');
    expect(plain(money('fr', eur(5000), 'always'))).toBe('50,00 €');
    expect(plain(money('fr', { amount: 5050, currency: 'USD' }))).toBe('50,50 $');
  });

  it('are short from 1000 on, and never larger than they are', () => {
    expect(compactMoney('en', eur(99_999))).toBe('€999.99');
    expect(compactMoney('en', eur(123_456))).toBe('€1.2k');
    expect(compactMoney('en', eur(199_999))).toBe('€1.9k');
    expect(compactMoney('en', eur(1_500_000))).toBe('€15k');
    expect(plain(compactMoney('fr', eur(123_456)))).toBe('1,2 k €');
    expect(plain(compactMoney('es', eur(600_000)))).toBe('6 mil €');
  });
});

describe('percent', () => {
  it('tells the truth without decimals', () => {
    expect(percentOf(423_000, 600_000)).toBe(71);
    expect(percentOf(128, 100)).toBe(128);
    expect(percentOf(9999, 10_000)).toBe(99);
    expect(percentOf(5, 0)).toBeUndefined();
    expect(plain(percent('fr', 1280))).toBe('1 280 %');
    expect(plain(reached('en', 25, 6000) ?? '')).toBe('<1 %');
    expect(plain(reached('en', 0, 6000) ?? '')).toBe('0 %');
    expect(plain(reached('en', 5999, 6000) ?? '')).toBe('99 %');
    expect(reached('en', 5, 0)).toBeUndefined();
  });
});

describe('dates', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('count whole days, rounded up, never below 0', () => {
    expect(daysLeft('2026-11-20T12:00:01Z', now)).toBe(1);
    expect(daysLeft('2026-11-22T12:00:00Z', now)).toBe(2);
    expect(daysLeft('2026-11-01T00:00:00Z', now)).toBe(0);
  });

  it('read as people say them', () => {
    expect(longDate('fr', '2026-11-20T12:00:00Z')).toBe('20 novembre 2026');
    expect(relativeTime('fr', '2026-11-20T11:58:00Z', now)).toBe('il y a 2 minutes');
    expect(relativeTime('fr', '2026-11-23T12:00:00Z', now)).toBe('dans 3 jours');
    expect(relativeTime('en', '2026-11-20T11:59:30Z', now)).toBeUndefined();
  });
});

describe('languages', () => {
  it('fall back to English and keep the reader’s own variant', () => {
    expect(languageOf('fr-CA')).toBe('fr');
    expect(languageOf('de')).toBe('en');
    expect(localeOf('en', ['fr-FR', 'en-GB'])).toBe('en-GB');
    expect(localeOf('es', ['fr-FR'])).toBe('es');
  });
});
