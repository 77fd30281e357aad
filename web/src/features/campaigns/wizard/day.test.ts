import { describe, expect, it } from 'vitest';
import { plainDay } from '@/i18n/format';
import { dayTyped, isDay } from './day';

describe('a typed day', () => {
  it.each([
    ['2026-12-15', 'en'],
    [' 15.12.2026 ', 'fr'],
    ['15/12/2026', 'es'],
    ['15 - 12 - 2026', 'en'],
    ['15 December 2026', 'en-GB'],
    ['December 15th, 2026', 'en-US'],
    ['15 dec 2026', 'en'],
    ['15 décembre 2026', 'fr'],
    ['15 DECEMBRE 2026', 'fr'],
    ['15 de diciembre de 2026', 'es'],
  ])('%s (%s) is read', (text, locale) => {
    expect(dayTyped(text, locale)).toBe('2026-12-15');
  });

  it('is read back as it is shown, in every month', () => {
    for (const locale of ['en', 'en-GB', 'fr', 'es']) {
      for (let month = 1; month <= 12; month += 1) {
        const day = `2027-${String(month).padStart(2, '0')}-01`;
        expect(dayTyped(plainDay(locale, day), locale)).toBe(day);
      }
    }
    expect(dayTyped('1er janvier 2027', 'fr')).toBe('2027-01-01');
  });

  const none = ['', 'soon', '31.2.2027', '2027-13-01', '15 12', '15 jui 2027', '3 May June 2027', '15.12.26', '1-2-3-4'];
  it.each(none)('%s is none', (text) => {
    expect(dayTyped(text, 'fr')).toBeUndefined();
    expect(dayTyped(text, 'en')).toBeUndefined();
  });
});

it('knows a day that exists', () => {
  expect(['2028-02-29', '2026-12-31'].every(isDay)).toBe(true);
  expect(['', '2027-02-29', '2026-1-1', 'soon', '2026-12-31T00:00'].some(isDay)).toBe(false);
});
