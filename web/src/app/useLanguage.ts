import i18next from 'i18next';
import { useChooseLanguageMutation } from '@/api/generated/members';
import type { Language } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';
import { useKept } from './useKept';

/** Shows a language from now on. */
export function change(next: Language): void {
  i18next.changeLanguage(next).catch((error: unknown) => console.error('the language was not changed', error));
}

/** The language shown, and how to choose another. */
export function useLanguage(): [Language, (language: Language) => void] {
  const [save] = useChooseLanguageMutation();
  return [useFormat().language, useKept('lang', change, (lang: Language) => save({ chooseLanguageBody: { lang } }))];
}
