/**
 * Fails when a screen needs more than its budget in `src/app/screens.json`. Before its first paint:
 * style sheets, fonts, and the two small scripts of the head. Before its first
 * use the JavaScript of the app: the entry, everything it imports, the route's own chunk
 * and what that imports, and the texts of one language and of the fallback.
 * Counted as brotli at its best, as the server sends it.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { budgetOf, isFramed, readScreens, textFoldersOf } from './screens.ts';

interface Chunk {
  file: string;
  css?: string[];
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

/** Bytes before the first paint, beside the document. */
const paintLimit = 100_000;

const dist = path.resolve(import.meta.dirname, '../dist');
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function chunk(name: string): Chunk {
  const found = manifest[name];
  if (!found) throw new Error(`the build has no ${name}: is it built?`);
  return found;
}

function closure(name: string, seen: Set<string>): void {
  if (seen.has(name)) return;
  seen.add(name);
  for (const imported of chunk(name).imports ?? []) closure(imported, seen);
}

async function bytes(file: string): Promise<number> {
  const source = await readFile(path.join(dist, file));
  return brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length;
}

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (!entry) throw new Error('the manifest names no entry');

/** What the document's head asks for by itself, of the kinds a first paint needs. */
const head = await readFile(path.join(dist, 'index.html'), 'utf8');
const headFiles = [
  ...head.replace(/<template[\s\S]*<\/template>/, '').matchAll(/(?:href|src)="\/([^"]+\.(?:css|js|woff2))"/g),
].flatMap(([, file]) => file ?? []);

let tooLarge = false;
for (const screen of readScreens()) {
  const names = new Set<string>();
  closure(entry, names);
  // The entry imports the app's parts one after the other.
  for (const part of chunk(entry).dynamicImports ?? []) closure(part, names);
  closure(`src/${screen.page}.tsx`, names);
  if (isFramed(screen)) closure('src/app/frame/MemberFrame.tsx', names);
  const frame = isFramed(screen) ? ['src/app/frame/texts'] : [];
  const own = textFoldersOf(screen).map((folder) => `src/${folder}/texts`);
  for (const stem of ['src/i18n/common', 'src/i18n/problems', ...frame, ...own]) {
    // French is the longest; English is the fallback.
    closure(`${stem}.fr.json`, names);
    closure(`${stem}.en.json`, names);
  }
  const files = new Set([...names].map((name) => chunk(name).file).filter((file) => file.endsWith('.js')));
  const sizes = await Promise.all([...files].map(bytes));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const first = new Set([...headFiles, ...[...names].flatMap((name) => chunk(name).css ?? [])]);
  const painted = (await Promise.all([...first].map(bytes))).reduce((sum, size) => sum + size, 0);
  const limit = budgetOf(screen);
  // What members load grows with what they do; what anyone reads is painted at once.
  const fits = total <= limit * 1000 && (screen.who === 'member' || painted <= paintLimit);
  if (!fits) tooLarge = true;
  const kB = (size: number) => (size / 1000).toFixed(1).padStart(6);
  const [to, of] = [`${kB(painted)} kB of ${paintLimit / 1000} to paint`, `${kB(total)} kB of ${limit} of JavaScript`];
  console.log(`${fits ? 'ok       ' : 'TOO LARGE'} ${screen.path.padEnd(22)} ${to}, ${of}`);
}
process.exitCode = tooLarge ? 1 : 0;
