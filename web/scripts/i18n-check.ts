/**
 * Fails when a text is missing in a language, when its placeholders or tags
 * differ between languages, or when nothing uses it.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const languages = ['en', 'fr', 'es'] as const;
const src = path.resolve(import.meta.dirname, '../src');

type Texts = Map<string, string>;

function flatten(value: unknown, prefix: string, into: Texts): Texts {
  if (typeof value === 'string') into.set(prefix, value);
  else for (const [key, inner] of Object.entries(value as object)) flatten(inner, prefix ? `${prefix}.${key}` : key, into);
  return into;
}

const plural = /_(zero|one|two|few|many|other)$/;

/** `days_one` is a form of `days` where there is a `days_other` beside it; which forms exist depends on the language. */
function stem(key: string, texts: Texts): string {
  const base = key.replace(plural, '');
  return texts.has(`${base}_other`) ? base : key;
}

function marks(text: string): string {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<\/?(\w+)\s*\/?>/g)].map(([mark]) => mark).toSorted().join(' ');
}

const files = (await readdir(src, { recursive: true })).map((name) => name.split(path.sep).join('/'));
const faults: string[] = [];

/** A namespace's file without its language, and the sources that may use it. */
const stems = new Set(files.flatMap((name) => (/^(.*)\.en\.json$/.exec(name)?.[1] ? [name.replace(/\.en\.json$/, '')] : [])));
for (const name of files) {
  const other = /^(.*)\.(fr|es)\.json$/.exec(name);
  if (other?.[1] && !stems.has(other[1])) faults.push(`${name} has no English beside it`);
}

const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name));
const code = new Map(
  await Promise.all(sources.map(async (name) => [name, await readFile(path.join(src, name), 'utf8')] as const)),
);

/** What a source names: whole keys in quotes, and beginnings of keys in template texts. */
function uses(text: string): { keys: Set<string>; beginnings: string[] } {
  const keys = new Set([...text.matchAll(/['"]([\w.-]+(?::[\w.-]+)?)['"]/g)].map(([, key]) => (key ?? '').replace(/^\w+:/, '')));
  const beginnings = [...text.matchAll(/`([\w.]*[._])\$\{/g)].map(([, start]) => start ?? '');
  const middles = [...text.matchAll(/`([\w.]*\.)\$\{[^}]+\}([\w.]*)`/g)].map(([, start]) => start ?? '');
  return { keys, beginnings: [...beginnings, ...middles] };
}

for (const name of stems) {
  const texts = new Map<string, Texts>();
  for (const language of languages) {
    const file = `${name}.${language}.json`;
    if (!files.includes(file)) faults.push(`${file} is missing`);
    else texts.set(language, flatten(JSON.parse(await readFile(path.join(src, file), 'utf8')), '', new Map()));
  }
  const all = new Set([...texts.values()].flatMap((map) => [...map.keys()].map((key) => stem(key, map))));
  for (const key of all) {
    const forms = languages.map((language) => {
      const own: Texts = texts.get(language) ?? new Map<string, string>();
      return [...own].filter(([form]) => stem(form, own) === key);
    });
    forms.forEach((own, index) => {
      const language = languages[index] ?? 'en';
      if (own.length === 0) faults.push(`${name}: ${key} has no ${language}`);
      for (const [form, text] of own) if (text.trim() === '') faults.push(`${name}: ${form} is empty in ${language}`);
      const plurals = own.some(([form]) => form !== key);
      if (!plurals) return;
      for (const category of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
        if (!own.some(([form]) => form === `${key}_${category}`))
          faults.push(`${name}: ${key}_${category} is missing in ${language}`);
      }
    });
    const [english] = forms;
    const wanted = new Set((english ?? []).map(([, text]) => marks(text)));
    for (const own of forms.slice(1)) {
      for (const [form, text] of own) {
        if (!wanted.has(marks(text)))
          faults.push(`${name}: ${form} has other placeholders than English: ${marks(text) || 'none'}`);
      }
    }
  }

  // The server's codes name the problem texts, not our sources.
  const folder = path.posix.dirname(name);
  if (name.endsWith('problems')) continue;
  const users =
    folder === 'i18n' ? [...code.values()] : [...code].filter(([file]) => file.startsWith(`${folder}/`)).map(([, text]) => text);
  const used = users.map(uses);
  for (const key of all) {
    const isUsed = used.some(({ keys, beginnings }) => keys.has(key) || beginnings.some((start) => key.startsWith(start)));
    if (!isUsed) faults.push(`${name}: nothing uses ${key}`);
  }
}

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `texts complete: ${stems.size} namespaces in ${languages.join(', ')}`
    : `${faults.length} faults in the texts`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
