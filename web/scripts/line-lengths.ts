/** Fails when a line of the sources is longer than people read at once. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { longLines } from './longLines.ts';

const root = path.resolve(import.meta.dirname, '..');
const folders = ['src', 'scripts', 'e2e', 'public'];

const inFolders = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
);
const sources = [...readdirSync(root), ...inFolders].filter((name) => /\.(?:ts|tsx|js|mjs|css)$/.test(name));
const faults = sources.flatMap((name) => longLines(name, readFileSync(path.join(root, name), 'utf8')));
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? `no line of ${sources.length} files is too long` : `${faults.length} lines are too long`);
process.exitCode = faults.length === 0 ? 0 : 1;
