import { useMemo } from 'react';
import { localeOf } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';

interface Times {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly time_zone: string;
}

/**
 * When a shift is, by the clocks where it is: "Sat, December 5, 9:00 AM – 1:00 PM". The zone is named where the reader's is
 * another.
 */
export function useShiftTime(): (shift: Times) => string {
  const { language } = useFormat();
  return useMemo(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return ({ starts_at: starts, ends_at: ends, time_zone: timeZone }: Times) =>
      new Intl.DateTimeFormat(localeOf(language), {
        weekday: 'short',
        day: 'numeric',
        month: 'long',
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
        ...(timeZone !== here && { timeZoneName: 'short' }),
      }).formatRange(new Date(starts), new Date(ends));
  }, [language]);
}
