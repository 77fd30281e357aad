import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from './format';
import { type Language, languageOf, localeOf } from './languages';

/** The functions of `format.ts`, bound to the reader's language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language: Language = languageOf(i18n.resolvedLanguage ?? i18n.language);
  return useMemo(() => {
    const locale = localeOf(language);
    return {
      language,
      locale,
      money: (value: format.Amount, cents?: 'auto' | 'always') => format.money(locale, value, cents),
      compactMoney: (value: format.Amount) => format.compactMoney(locale, value),
      rate: (value: { readonly num: number; readonly den: number }) => format.rate(locale, value),
      count: (value: number) => format.count(locale, value),
      reached: (done: number, goal: number) => format.reached(locale, done, goal),
      longDate: (iso: string) => format.longDate(locale, iso),
      dayIn: (iso: string, timeZone: string) => format.dayIn(locale, iso, timeZone),
      plainDay: (iso: string) => format.plainDay(locale, iso),
      time: (iso: string) => format.time(locale, iso),
      dateTime: (iso: string) => format.dateTime(locale, iso),
      relativeTime: (iso: string, now: number) => format.relativeTime(locale, iso, now),
    };
  }, [language]);
}
