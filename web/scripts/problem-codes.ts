/**
 * Fails when the server can refuse with a code that has no text in all three
 * languages, or when a text belongs to a code nothing uses any more. The codes
 * are read from the Go sources, so a new refusal can't be forgotten here.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { homeOf, mergedProblems, problemTexts } from './problems.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['domain', 'commands', 'internal', 'readapi', 'cmd'];
const languages = ['en', 'fr', 'es'] as const;

/**
 * Sources whose refusals no page can show: a browser hides from scripts why a socket was refused, and the codes of the
 * stand-in for Stripe are Stripe's own.
 */
const hidden = ['readapi/live', 'internal/payments/stripe/stripetest'].map((folder) => path.normalize(folder) + path.sep);

/** Codes that never reach the web app, and who reads them instead. */
const elsewhere: Readonly<Record<string, string>> = {
  client_closed: 'the log: the browser has gone',
  wrong_signature: 'payment providers, at the webhook',
  delay_out_of_range: "the sandbox's own payment page",
  unknown_order: "the sandbox's own payment page",
  unreadable_image: 'the screen that uploads',
  unreadable_video: 'the screen that uploads',
  upload_offset: 'the screen that uploads, which asks where to go on',
  upload_in_use: 'the screen that uploads, which takes back what nothing shows',
};

/** Where Go names a code: the constructors of refusals and problems, the schema's rules, and a field in a literal. */
const places: readonly RegExp[] = [
  /\b(?:Refuse|RefuseField|newProblem|goalFault|Coded)\(\s*(?:[^(),]|\([^()]*\))+,\s*"([a-z][a-z0-9_]*)"\s*[,)]/g,
  /\bfrom\((?:[^(),]|\([^()]*\))+,\s*"([a-z][a-z0-9_]*)"/g,
  /\b[cC]ode:\s*"([a-z][a-z0-9_]*)"/g,
];

/** Every place that makes a refusal, whatever stands in it: what `places` can't read must not pass unseen. */
const refusals = /\b(?:domain\.Refuse|domain\.RefuseField)\(\s*((?:[^(),]|\([^()]*\))+),\s*(?:"[a-z][a-z0-9_]*"|(\w+))/g;

const sources = (
  await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(path.join(root, folder), { recursive: true });
      return names.map((name) => path.join(folder, name));
    }),
  )
)
  .flat()
  .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go') && !hidden.some((folder) => name.startsWith(folder)));

const usedIn = new Map<string, string>();
const faults: string[] = [];
for (const name of sources) {
  const text = await readFile(path.join(root, name), 'utf8');
  for (const place of places) {
    for (const [, code] of text.matchAll(place)) if (code !== undefined && !usedIn.has(code)) usedIn.set(code, name);
  }
  // goalFault hands its second argument on, and its own callers name it.
  for (const [, , variable] of text.matchAll(refusals)) {
    if (variable !== undefined && variable !== 'missing')
      faults.push(`${name}: the code in ${variable} can't be read; name it in place`);
  }
}
if (usedIn.size === 0) faults.push(`no refusal was found in ${folders.join(', ')}: have they moved?`);

/** Codes the app gives by itself, where the server did not answer or not with a code. */
const own = new Set(['unknown']);
const problems = await readFile(path.join(root, 'web/src/api/problem.ts'), 'utf8');
for (const [, code] of problems.matchAll(/'([a-z][a-z_]+)'/g)) if (code !== undefined) own.add(code);

for (const code of usedIn.keys()) if (code in elsewhere) usedIn.delete(code);

for (const language of languages) {
  const texts = problemTexts(language);
  const { code: words } = mergedProblems(texts);
  for (const [code, name] of usedIn) {
    if (words[code]) continue;
    const home = homeOf(name, texts, usedIn);
    const namespace = home.replace('features', 'problems').replace('i18n', 'problems');
    faults.push(
      `web/src/${home}/problems.${language}.json: no text for ${code}, which ${name} refuses with. Add it there, or to the` +
        ` problems.*.json of the feature that shows it: npm run text -- ${namespace} code.${code} <English> <French> <Spanish>`,
    );
  }
  for (const [file, { code }] of texts) {
    for (const key of Object.keys(code)) {
      // "too_long_max" is the text of "too_long" that names its limit.
      const stem = key.replace(/_(?:min|max|above|below|max_minor|eur|gbp|usd)$/, '');
      if (!usedIn.has(key) && !usedIn.has(stem) && !own.has(key)) faults.push(`web/src/${file}: nothing refuses with ${key}`);
    }
  }
}

for (const fault of faults) console.error(fault);
const done = `every refusal has its text: ${usedIn.size} codes in ${languages.join(', ')}`;
console.log(faults.length === 0 ? done : `${faults.length} faults in the problem texts`);
process.exitCode = faults.length === 0 ? 0 : 1;
