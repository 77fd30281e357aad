/**
 * Adds a text to all three languages at once:
 *
 *     npm run text -- explore search.near "Near you" "Près de chez vous" "Cerca de ti"
 *
 * The first word is a feature's folder, or `common`. The words of a refusal are `problems/giving code.…` for an area's own,
 * `problems code.…` for those that any screen may show. A key that exists gets the new words.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from './screens.ts';

const src = path.resolve(import.meta.dirname, '../src');
type Tree = { [key: string]: string | Tree };

/** The file of a namespace below src, without language and ending. */
function stemOf(namespace: string): string {
  if (namespace === 'common' || namespace === 'problems') return `i18n/${namespace}`;
  const area = /^problems\/([\w-]+)$/.exec(namespace)?.[1];
  if (area) {
    if (!existsSync(path.join(src, 'features', area))) throw new Error(`there is no folder src/features/${area}`);
    return `features/${area}/problems`;
  }
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const found = files
    .map((name) => name.split(path.sep).join('/'))
    .find((name) => `/${name}`.endsWith(`/${namespace}/texts.en.json`));
  if (!found) throw new Error(`no feature is called ${namespace}: there is no ${namespace}/texts.en.json below src`);
  return found.replace(/\.en\.json$/, '');
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

/** The keys whose texts stand on one line, such as "tabs" in `"tabs": { "label": "About" }`. */
function keptOnALine(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const above: string[] = [];
  for (const line of text.split('\n')) {
    const key = /^ *"([^"]+)": \{/.exec(line)?.[1];
    if (key !== undefined && line.endsWith('{')) above.push(key);
    else if (key !== undefined) found.add([...above, key].join('.'));
    else if (/^ +\}/.test(line)) above.pop();
  }
  return found;
}

/** Texts as a file has them: what stood on one line before stays there. */
export function written(tree: Tree, before: string): string {
  const kept = keptOnALine(before);
  const write = (texts: Tree, above: string, indent: string): string => {
    const lines = Object.entries(texts).map(([key, value]) => {
      const below = above ? `${above}.${key}` : key;
      const start = `${indent}  "${key}": `;
      if (typeof value === 'string') return start + JSON.stringify(value);
      if (kept.has(below)) return start + JSON.stringify(value, undefined, 1).replaceAll(/\n */g, ' ');
      return start + write(value, below, `${indent}  `);
    });
    return `{\n${lines.join(',\n')}\n${indent}}`;
  };
  return `${write(tree, '', '')}\n`;
}

/** Whether a text of the bell is one of a kind of notice: these lie in domain/notice/texts, with what mails say of the kind. */
function isOfNotice(namespace: string, key: string): boolean {
  if (namespace !== 'notifications') return false;
  const file = path.join(src, '../../domain/notice/texts/en.json');
  const kinds = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, { bell?: Tree }>);
  const has = (tree: Tree | string | undefined, [head, ...rest]: string[]): boolean =>
    head === undefined || (typeof tree === 'object' && head in tree && has(tree[head], rest));
  return kinds.some(({ bell }) => has(bell, key.split('.')));
}

/** Adds a text to the files of a namespace. */
export function addText(namespace: string, key: string, words: readonly string[]): void {
  if (isOfNotice(namespace, key)) throw new Error(`${key} lies in domain/notice/texts: change it there, then make generate`);
  const stem = stemOf(namespace);
  languages.forEach((language, index) => {
    const file = path.join(src, `${stem}.${language}.json`);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
    writeFileSync(file, written(withText(JSON.parse(before) as Tree, key, words[index] ?? ''), before));
  });
}

if (process.argv[1] === import.meta.filename) {
  const [namespace, key, ...words] = process.argv.slice(2);
  if (!namespace || !key || words.length !== languages.length || words.some((each) => each.trim() === '')) {
    console.error('usage: npm run text -- <feature, common, problems or problems/<area>> <key> <English> <French> <Spanish>');
    process.exit(1);
  }
  addText(namespace, key, words);
  console.log(`${namespace}: ${key} is there in ${languages.join(', ')}`);
}
