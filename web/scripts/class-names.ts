/**
 * Fails when a style sheet of a feature styles a class that neither begins with the feature's name nor is shared (those of
 * `src/ui` and `src/app`). So two features can't meet in one page, and a class leads to its sheet.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { classesIn, foreignClasses } from './classNames.ts';

const src = path.resolve(import.meta.dirname, '../src');

function sheetsIn(folder: string): string[] {
  return readdirSync(path.join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => path.join(folder, name));
}

const read = (name: string) => readFileSync(path.join(src, name), 'utf8');
const shared = classesIn(['ui', 'app'].flatMap(sheetsIn).map(read).join('\n'));
const sheets = sheetsIn('features');
const faults = sheets.flatMap((name) => {
  const feature = path.basename(path.dirname(name));
  return foreignClasses(feature, read(name), shared).map(
    (wrong) =>
      `src/${name}: .${wrong} does not begin with the feature's name: call it .${feature}-${wrong}, or style it in src/ui`,
  );
});
for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `the classes of ${sheets.length} style sheets begin with their feature's name`
    : `${faults.length} classes of other names`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
