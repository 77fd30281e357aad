/**
 * Fails when a page is in no list, or when an endpoint is made by hand. Tests of what changed do not look at a file that
 * nothing imports yet, and an endpoint made by hand would be kept up to date by nothing: it has no tags of the cache.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { faultsIn, listedScreens, pagesIn } from './screens.ts';

/** Sources that make endpoints themselves, by their text below src. */
export function endpointsByHand(sources: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources)
    .filter(([name, text]) => !name.startsWith('api/generated/') && /\.injectEndpoints\(/.test(text))
    .map(
      ([name]) =>
        `src/${name} makes an endpoint by hand, which no command and no push keeps up to date: declare the query or command on ` +
        'the server (make new-query, make new-command) and run make generate',
    );
}

if (process.argv[1] === import.meta.filename) {
  const src = path.resolve(import.meta.dirname, '../src');
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const sources = names.map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(src, name), 'utf8')]);
  const byHand = endpointsByHand(Object.fromEntries(sources) as Record<string, string>);
  const faults = [...faultsIn(listedScreens(), pagesIn()), ...byHand];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
