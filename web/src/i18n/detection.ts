import type { LanguageDetectorModule } from 'i18next';
import { isLanguage, languageOf } from './languages';
import { store, stored } from './storage';

/** Where the reader's choice is kept. */
const key = 'i18nextLng';

/** The first tag whose language the app has; its fallback where there is none. */
export function firstKnown(tags: ReadonlyArray<string | null>): string {
  return languageOf(tags.find((tag) => isLanguage(tag?.split('-')[0]?.toLowerCase())) ?? undefined);
}

/** Finds the reader's language: the address names it, else what was chosen before, the browser, or the document. */
export const languageDetector: LanguageDetectorModule = {
  type: 'languageDetector',
  detect() {
    const asked = new URLSearchParams(location.search).get('lng');
    return firstKnown([asked, stored('local', key), ...navigator.languages, document.documentElement.lang]);
  },
  cacheUserLanguage(language) {
    store('local', key, language);
  },
};
