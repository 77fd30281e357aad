/*
 * Measures how soon a visitor on a phone sees and uses a page: Lighthouse with its mobile profile, the median of five loads
 * of each page, on an installation with demo data. Run by `make lighthouse`. With AGAINST=path/to/another/bin/callup the two
 * programs take turns (A B, then B A), so that a slower minute of the machine weighs on both. It passes whatever it finds.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Server, startServer } from './support/server.ts';

const checkout = path.resolve(import.meta.dirname, '../..');
const lighthouse = path.join(checkout, '.tools/lighthouse/node_modules/lighthouse/cli/index.js');
const loads = 5;
const against = process.env.AGAINST;

/** What is read of a report of Lighthouse. */
interface Report {
  readonly categories: Record<string, { readonly score: number | null }>;
  readonly audits: Record<string, { readonly numericValue?: number }>;
}

/** The figures with what each must reach, in the words of the table. */
const figures = [
  { name: 'performance', reach: '≥ 95', digits: 0, of: (report: Report) => score(report, 'performance') },
  { name: 'LCP s', reach: '≤ 2.0', digits: 2, of: (report: Report) => audit(report, 'largest-contentful-paint') / 1000 },
  { name: 'TBT ms', reach: '≤ 150', digits: 0, of: (report: Report) => audit(report, 'total-blocking-time') },
  { name: 'CLS', reach: '≤ 0.05', digits: 3, of: (report: Report) => audit(report, 'cumulative-layout-shift') },
  { name: 'accessibility', reach: '100', digits: 0, of: (report: Report) => score(report, 'accessibility') },
  { name: 'best practices', reach: '100', digits: 0, of: (report: Report) => score(report, 'best-practices') },
  { name: 'SEO', reach: '100', digits: 0, of: (report: Report) => score(report, 'seo') },
];

function score(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? Number.NaN) * 100);
}

function audit(report: Report, name: string): number {
  return report.audits[name]?.numericValue ?? Number.NaN;
}

async function load(url: string): Promise<Report> {
  const browser = (await readFile(path.join(checkout, '.tools/browser'), 'utf8')).trim();
  const flags = '--headless --no-sandbox --disable-background-networking --disable-sync --no-first-run';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [lighthouse, url, '--quiet', '--output=json', '--no-enable-error-reporting', `--chrome-flags=${flags}`],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...(browser && { CHROME_PATH: browser }) } },
  );
  return JSON.parse(stdout) as Report;
}

async function firstCampaign(server: Server): Promise<string> {
  const page = await (await fetch(`${server.url}/explore`)).text();
  const found = /href="(\/campaign\/[^"?#]+)"/.exec(page)?.[1];
  if (!found) throw new Error('/explore shows no campaign');
  return found;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Loads each page of both servers in turn, and prints the figures of each page as a table. */
async function measure(servers: ReadonlyMap<string, Server>): Promise<void> {
  for (const page of ['/', '/explore', 'a campaign']) {
    const addresses = new Map<string, string>();
    for (const [name, server] of servers)
      addresses.set(name, server.url + (page === 'a campaign' ? await firstCampaign(server) : page));
    const reports = new Map<string, Report[]>([...servers.keys()].map((name) => [name, []]));
    for (let round = 0; round < loads; round++) {
      const turn = round % 2 === 0 ? [...addresses] : [...addresses].toReversed();
      for (const [name, url] of turn) reports.get(name)?.push(await load(url));
    }
    process.stdout.write(`\n${page}, median of ${loads} (least to most)\n`);
    for (const { name, reach, digits, of } of figures) {
      const cells = [...reports].map(([program, of5]) => {
        const values = of5.map(of);
        const [least, most] = [Math.min(...values), Math.max(...values)];
        return `${program} ${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
      });
      process.stdout.write(`  ${name.padEnd(15)} ${reach.padEnd(7)} ${cells.join('   ')}\n`);
    }
  }
}

const servers = new Map<string, Server>();
try {
  servers.set('here', await startServer());
  if (against) servers.set('there', await startServer({}, path.resolve(against)));
  await measure(servers);
} finally {
  for (const server of servers.values()) await server.stop();
}
