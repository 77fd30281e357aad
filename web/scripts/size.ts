/**
 * Fails when a public route needs more than allowed. Before its first paint:
 * style sheets, fonts, and the two small scripts of the head. Before its first
 * use the JavaScript of the app: the entry, everything it imports, the route's own chunk
 * and what that imports, and the texts of one language and of the fallback.
 * Counted as brotli at its best, as the server sends it.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

interface Chunk {
  file: string;
  css?: string[];
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

/** Bytes of JavaScript before the first use: 190 kB at most on any page, and less where no form is filled in. */
const limits = { reading: 165_000, form: 187_000 };
/** Bytes before the first paint, beside the document. */
const paintLimit = 100_000;

/** Pages anyone may open, and the namespaces their routes wait for. */
const publicPages: ReadonlyArray<{ route: string; module: string; form?: true; texts: string[] }> = [
  { route: '/', module: 'src/features/landing/LandingPage.tsx', texts: ['src/features/landing/texts'] },
  { route: '/explore', module: 'src/features/campaigns/explore/ExplorePage.tsx', texts: ['src/features/campaigns/explore/texts'] },
  { route: '/campaign/:slug', module: 'src/features/campaigns/campaign/CampaignPage.tsx', form: true, texts: ['src/features/campaigns/campaign/texts'] },
  { route: '/campaign/:slug/thanks', module: 'src/features/thanks/ThanksPage.tsx', texts: ['src/features/thanks/texts'] },
  { route: '/auth', module: 'src/features/auth/AuthPage.tsx', form: true, texts: ['src/features/auth/texts'] },
  { route: '/auth/confirm', module: 'src/features/auth/ConfirmPage.tsx', form: true, texts: ['src/features/auth/texts'] },
  { route: '/terms', module: 'src/features/legal/TermsPage.tsx', texts: ['src/features/legal/texts'] },
  { route: '/privacy', module: 'src/features/legal/PrivacyPage.tsx', texts: ['src/features/legal/texts'] },
  { route: '(404)', module: 'src/app/NotFoundPage.tsx', texts: [] },
];

const dist = path.resolve(import.meta.dirname, '../dist');
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function chunk(name: string): Chunk {
  const found = manifest[name];
  if (!found) throw new Error(`the build has no ${name}: has it moved? The list is in scripts/size.ts`);
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
const headFiles = [...head.replace(/<template[\s\S]*<\/template>/, '').matchAll(/(?:href|src)="\/([^"]+\.(?:css|js|woff2))"/g)].flatMap(([, file]) => file ?? []);

let tooLarge = false;
for (const page of publicPages) {
  const names = new Set<string>();
  closure(entry, names);
  // The entry imports the app's parts one after the other.
  for (const part of chunk(entry).dynamicImports ?? []) closure(part, names);
  closure(page.module, names);
  for (const stem of ['src/i18n/common', 'src/i18n/problems', ...page.texts]) {
    // French is the longest; English is the fallback.
    closure(`${stem}.fr.json`, names);
    closure(`${stem}.en.json`, names);
  }
  const files = new Set([...names].map((name) => chunk(name).file).filter((file) => file.endsWith('.js')));
  const sizes = await Promise.all([...files].map(bytes));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const first = new Set([...headFiles, ...[...names].flatMap((name) => chunk(name).css ?? [])]);
  const painted = (await Promise.all([...first].map(bytes))).reduce((sum, size) => sum + size, 0);
  const limit = page.form ? limits.form : limits.reading;
  const fits = total <= limit && painted <= paintLimit;
  if (!fits) tooLarge = true;
  const kB = (size: number) => (size / 1000).toFixed(1).padStart(6);
  console.log(`${fits ? 'ok       ' : 'TOO LARGE'} ${page.route.padEnd(22)} ${kB(painted)} kB of ${paintLimit / 1000} to paint, ${kB(total)} kB of ${limit / 1000} of JavaScript`);
}

const pages = Object.keys(manifest).filter((name) => /^src\/features\/.*Page\.tsx$/.test(name));
const signedIn: readonly string[] = ['src/features/campaigns/wizard/WizardPage.tsx'];
const forgotten = pages.filter((name) => !signedIn.includes(name) && !publicPages.some(({ module }) => module === name));
for (const name of forgotten) console.error(`${name} is in neither list of scripts/size.ts`);
process.exitCode = tooLarge || forgotten.length > 0 ? 1 : 0;
