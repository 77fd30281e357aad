/**
 * The words of refusals. Those that any screen may show, or a form says by itself, lie in `src/i18n/problems.<language>.json`
 * and come with the app; those of an area in `src/features/<area>/problems.<language>.json`, beside its screens. A Vite plugin
 * puts these together in one module for each language, which comes once something on the page can show a refusal: a screen
 * may show one of another area, and must never miss its words.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { languages } from './screens.ts';

const src = path.resolve(import.meta.dirname, '../src');

export interface ProblemTexts {
  readonly code: Readonly<Record<string, string>>;
  readonly advice?: Readonly<Record<string, string>>;
}

/** The folders below src that have words of refusals: the common ones first, then those of the areas. */
export function problemFolders(): string[] {
  const areas = readdirSync(path.join(src, 'features')).toSorted();
  return [
    'i18n',
    ...areas.map((area) => `features/${area}`).filter((folder) => existsSync(path.join(src, folder, 'problems.en.json'))),
  ];
}

/** The texts of each folder, by its file below src. */
export function problemTexts(language: string): Map<string, ProblemTexts> {
  return new Map(
    problemFolders().map((folder) => {
      const file = `${folder}/problems.${language}.json`;
      return [file, JSON.parse(readFileSync(path.join(src, file), 'utf8')) as ProblemTexts];
    }),
  );
}

/** All texts as one. Throws where a code has its words in two files, or an area says more than words of codes. */
export function mergedProblems(texts: ReadonlyMap<string, ProblemTexts>): ProblemTexts {
  const code: Record<string, string> = {};
  const from = new Map<string, string>();
  for (const [file, own] of texts) {
    const more = Object.keys(own).filter((key) => key !== 'code' && !(key === 'advice' && file.startsWith('i18n/')));
    if (more.length > 0) throw new Error(`${file}: an area has words under "code" alone, not under ${more.join(', ')}`);
    for (const [key, words] of Object.entries(own.code)) {
      const other = from.get(key);
      if (other) throw new Error(`${key} has its words in ${other} and in ${file}: take one away`);
      from.set(key, file);
      code[key] = words;
    }
  }
  return { ...[...texts.values()][0], code };
}

/**
 * The folder below src for the words of a code that a Go file refuses with: the feature of its area, else where the words
 * of its package's other codes are, the common ones last.
 */
export function homeOf(goFile: string, texts: ReadonlyMap<string, ProblemTexts>, usedIn: ReadonlyMap<string, string>): string {
  const files = [...texts.keys()];
  const area = /^(?:commands|readapi)\/(\w+)\//.exec(goFile)?.[1];
  if (area && files.some((file) => file.startsWith(`features/${area}/`))) return `features/${area}`;
  const folder = path.posix.dirname(goFile);
  const neighbours = (file: string) =>
    Object.keys(texts.get(file)?.code ?? {}).filter((code) => path.posix.dirname(usedIn.get(code) ?? '') === folder).length;
  const [most = files[0]] = files
    .slice(1)
    .filter((file) => neighbours(file) > 0)
    .toSorted((a, b) => neighbours(b) - neighbours(a));
  return path.posix.dirname(most ?? 'i18n/problems');
}

/** The words of the areas' refusals, without the common ones. */
export function refusalsOfAreas(language: string): ProblemTexts {
  const texts = problemTexts(language);
  const common = [...texts.values()][0]?.code ?? {};
  const { code } = mergedProblems(texts);
  return { code: Object.fromEntries(Object.entries(code).filter(([key]) => !(key in common))) };
}

const prefix = 'virtual:refusals';

/** The language of a module that the plugin makes, and undefined for others. */
function languageOf(id: string): string | undefined {
  return /^virtual:refusals\/(\w+)$/.exec(id)?.[1];
}

/** Vite plugin: `virtual:refusals` says how to load the words of the areas' refusals in each language. */
export function problemsOfAreas(): Plugin {
  return {
    name: 'callup:problems',
    // Vitest keeps what it transformed between runs, by the file's own text: here the words of the areas count, too.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => {
        const language = languageOf(id);
        return language && JSON.stringify([...problemTexts(language)]);
      });
    },
    resolveId: (id) => (id === prefix || languageOf(id) ? id : undefined),
    load(id) {
      if (id === prefix) {
        const loaders = languages.map((language) => `${language}: () => import('${prefix}/${language}')`);
        return `export const refusals = { ${loaders.join(', ')} };`;
      }
      const language = languageOf(id);
      if (!language) return undefined;
      for (const file of problemTexts(language).keys()) this.addWatchFile(path.join(src, file));
      return `export default ${JSON.stringify(refusalsOfAreas(language))};`;
    },
  };
}
