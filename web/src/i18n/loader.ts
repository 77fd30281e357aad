import type { BackendModule, ReadCallback, ResourceKey } from 'i18next';
import { refusals } from 'virtual:refusals';
import type { Language } from './languages';

type Load = () => Promise<unknown>;

const publicTexts: Record<string, Load> = {
  ...import.meta.glob<unknown>('./{common,problems}.*.json', { import: 'default' }),
  ...import.meta.glob<unknown>(
    ['../{app,features}/**/texts.*.json', '!../app/{frame,identity,settings}/**', '!../features/{admin,my}/**'],
    { import: 'default' },
  ),
};

/**
 * Where a namespace's texts are: `common` and `problems` beside this file, `refusals` in the areas, any other in the folder of
 * that name, wherever it lies among the features or in the app.
 */
async function fileOf(namespace: string, language: string): Promise<Load | undefined> {
  if (namespace === 'refusals') return async () => (await refusals[language as Language]()).default;
  const ends = [`./${namespace}.${language}.json`, `/${namespace}/texts.${language}.json`];
  const among = (files: Record<string, Load>) =>
    Object.entries(files).find(([name]) => ends.some((end) => name.endsWith(end)))?.[1];
  return among(publicTexts) ?? among((await import('./memberTexts')).memberTexts);
}

/**
 * Loads each namespace and language when it is first needed. A failed load asks
 * i18next to retry, which it does up to five times, first after 350 ms.
 */
export const textLoader: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    async function load() {
      const file = await fileOf(namespace, language);
      if (file) done(null, (await file()) as ResourceKey);
      else done(new Error(`no texts for ${namespace} in ${language}`), false);
    }
    load().catch((error: unknown) => {
      console.warn('texts did not load, trying again', { namespace, language, error });
      done(error instanceof Error ? error : new Error(String(error)), true);
    });
  },
};
