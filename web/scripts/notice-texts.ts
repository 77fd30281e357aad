/**
 * Puts the texts of notices where they are read. `domain/notice/texts` has, for each kind, what the bell, the settings, mails
 * and the daily mail say; the bell's part goes into the feature's texts, which the browser loads, the mails' into those that
 * are built into the program. `npm run generate` runs it, and `make verify` finds what was changed elsewhere.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from './screens.ts';
import { written } from './text.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Tree = { [key: string]: Tree | string | string[] | string[][] };
type Source = Record<string, { bell?: Tree; mail?: Tree }>;

const isTree = (value: Tree[string] | undefined): value is Tree => typeof value === 'object' && !Array.isArray(value);

/** One tree with the texts of another in it. */
export function withTexts(into: Tree, texts: Tree): Tree {
  const merged = { ...into };
  for (const [key, value] of Object.entries(texts)) {
    const before = merged[key];
    merged[key] = isTree(value) ? withTexts(isTree(before) ? before : {}, value) : value;
  }
  return merged;
}

export const sourceOf = (language: string): Source =>
  JSON.parse(readFileSync(path.join(root, `domain/notice/texts/${language}.json`), 'utf8')) as Source;

/** Writes the texts of all kinds into the bell's files and the mails'. */
export function writeNoticeTexts(): void {
  for (const language of languages) {
    const kinds = Object.values(sourceOf(language));
    const bell = path.join(root, `web/src/features/my/notifications/texts.${language}.json`);
    const mail = path.join(root, `internal/mail/texts/${language}.json`);
    const merged = (file: string, part: 'bell' | 'mail') => {
      const before = readFileSync(file, 'utf8');
      const all = kinds.reduce((tree, kind) => withTexts(tree, kind[part] ?? {}), JSON.parse(before) as Tree);
      return { before, all };
    };
    const { before, all } = merged(bell, 'bell');
    writeFileSync(bell, written(all as Parameters<typeof written>[0], before));
    writeFileSync(mail, `${JSON.stringify(merged(mail, 'mail').all, undefined, 2)}\n`);
  }
}
