import { useMemo } from 'react';
import { parseHours, parseWhole } from './figures';
import { useFormat } from './useFormat';

/** The readers of typed hours and whole numbers, bound to the reader's language, and hours as they are typed. */
export function useFigures() {
  const { locale } = useFormat();
  return useMemo(
    () => ({
      /** Minutes; undefined for what can't be read. */
      minutes: (typed: string) => parseHours(typed, locale),
      whole: (typed: string) => parseWhole(typed, locale),
      /** "2,5" for 150 minutes in French: what a field of hours begins with. */
      typedHours: (minutes: number) =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(minutes / 60),
    }),
    [locale],
  );
}
