/** The languages every text exists in; the first one is the fallback. */
export const languages = ['en', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français', es: 'Español' };

export function isLanguage(value: string | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** The supported language of a tag such as `fr-CA`; English for anything else. */
export function languageOf(tag: string | undefined): Language {
  const base = tag?.split('-')[0]?.toLowerCase();
  return isLanguage(base) ? base : 'en';
}

/**
 * The locale for dates and amounts: the reader's own variant of the chosen
 * language where the browser names one (en-GB writes "20 November"), else the
 * language itself.
 */
export function localeOf(language: Language, preferred: readonly string[] = navigator.languages): string {
  return preferred.find((tag) => tag.split('-')[0]?.toLowerCase() === language) ?? language;
}
