/**
 * Adds a text to all three languages at once:
 *
 *     npm run text -- explore search.near "Near you" "Près de chez vous" "Cerca de ti"
 *
 * The first word is a feature's folder, or `common` or `problems`. A key that exists gets the new words.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from './screens.ts';

const src = path.resolve(import.meta.dirname, '../src');
type Tree = { [key: string]: string | Tree };

/** The file of a namespace below src, without language and ending. */
function stemOf(namespace: string): string {
  if (namespace === 'common' || namespace === 'problems') return `i18n/${namespace}`;
  const files = readdirSync(path.join(src, 'features'), { recursive: true, encoding: 'utf8' });
  const found = files.map((name) => name.split(path.sep).join('/')).find((name) => `/${name}`.endsWith(`/${namespace}/texts.en.json`));
  if (!found) throw new Error(`no feature is called ${namespace}: there is no ${namespace}/texts.en.json below src/features`);
  return `features/${found.replace(/\.en\.json$/, '')}`;
}

/** Puts words at a key such as "search.near". */
export function withText(tree: Tree, key: string, words: string): Tree {
  const [head = '', ...rest] = key.split('.');
  if (rest.length === 0) {
    if (typeof tree[head] === 'object') throw new Error(`${key} has texts below it`);
    return { ...tree, [head]: words };
  }
  const below = tree[head] ?? {};
  if (typeof below === 'string') throw new Error(`${head} is a text and can have none below it`);
  return { ...tree, [head]: withText(below, rest.join('.'), words) };
}

/** Adds a text to the files of a namespace. */
export function addText(namespace: string, key: string, words: readonly string[]): void {
  const stem = stemOf(namespace);
  languages.forEach((language, index) => {
    const file = path.join(src, `${stem}.${language}.json`);
    const tree = withText(JSON.parse(readFileSync(file, 'utf8')) as Tree, key, words[index] ?? '');
    writeFileSync(file, `${JSON.stringify(tree, undefined, 2)}\n`);
  });
}

if (process.argv[1] === import.meta.filename) {
  const [namespace, key, ...words] = process.argv.slice(2);
  if (!namespace || !key || words.length !== languages.length || words.some((each) => each.trim() === '')) {
    console.error('usage: npm run text -- <feature, common or problems> <key> <English> <French> <Spanish>');
    process.exit(1);
  }
  addText(namespace, key, words);
  console.log(`${namespace}: ${key} is there in ${languages.join(', ')}`);
}
