import i18next, { type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { refusals } from 'virtual:refusals';
import type { Language } from '@/i18n/languages';

const files = import.meta.glob<ResourceKey>(['../**/*.{en,fr,es}.json', '!../features/**/problems.*.json'], {
  eager: true,
  import: 'default',
});

/** A file's namespace: the folder of a feature's `texts`, else its own name. */
function namespaceOf(file: string): string {
  const [folder = '', name = ''] = file.split('/').slice(-2);
  const stem = name.split('.')[0] ?? '';
  return stem === 'texts' ? folder : stem;
}

function resources(language: Language): Record<string, ResourceKey> {
  const own = Object.entries(files).filter(([file]) => file.endsWith(`.${language}.json`));
  return Object.fromEntries(own.map(([file, texts]) => [namespaceOf(file), texts]));
}

/** Starts the texts of the whole app in one language, as they stand in its sources: call it in `beforeAll`. */
export async function startTexts(language: Language = 'en'): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: language,
    defaultNS: 'common',
    resources: { [language]: { ...resources(language), refusals: (await refusals[language]()).default } },
    interpolation: { escapeValue: false },
  });
}
