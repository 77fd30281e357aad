import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageDetector } from './detection';
import { languageOf, languages } from './languages';
import { textLoader } from './loader';

const year = 365 * 24 * 60 * 60;

/** Tells the document and, through a cookie, the server which language the reader sees. */
function publishLanguage(tag: string): void {
  const language = languageOf(tag);
  document.documentElement.lang = language;
  document.cookie = `callup_lng=${language}; path=/; max-age=${year}; samesite=lax`;
}

/**
 * Starts the texts: the language comes from `?lng=` (alternate links name it),
 * else from local storage, the browser or the html tag, and is kept under
 * `i18nextLng`. Resolves once the common texts are there.
 */
export async function startTexts(): Promise<I18n> {
  i18next.on('languageChanged', publishLanguage);
  await i18next
    .use(textLoader)
    .use(languageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: languages,
      fallbackLng: 'en',
      load: 'languageOnly',
      ns: ['common', 'problems'],
      defaultNS: 'common',
      maxRetries: 5,
      retryTimeout: 350,
      // React escapes every value it renders; escaping here as well would show
      // "&#39;" to people. The linter forbids the one way round React's escaping.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      returnNull: false,
    });
  return i18next;
}

/** Loads a feature's texts; its route waits for them, so a page never shows bare keys. */
export function loadTexts(...namespaces: string[]): Promise<void> {
  return i18next.loadNamespaces(namespaces);
}
