/**
 * Writes `src/api/generated/<area>.ts`: RTK Query endpoints, hooks and types from `openapi.json`, which `callup openapi`
 * writes. An operation's area is its first tag. Each file is injected into the one base API when a screen that needs it
 * is loaded, and gives its operations the rules of `src/api/rules.ts`: what is pushed, and what a command makes stale.
 * The commands of the areas in `apart` lie in `<area>Commands.ts`: pages that everybody reads need only what is read.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { limit } from './longLines.ts';
import { writeNoticeTexts } from './notice-texts.ts';

interface Operation {
  operationId?: string;
  tags?: string[];
  parameters?: Array<{ name?: string; in?: string }>;
  'x-live'?: { topic: string; kind: string; items?: boolean; refetch?: boolean };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Headers that `baseQuery` puts on every request by itself. */
const ownHeaders = ['Read-After', 'Idempotency-Key', 'Accept-Language'];

/** Areas whose commands few of those send who read them. */
const apart: readonly string[] = ['campaigns'];

/** Where an operation lies: in the file of its area, or in that of its area's commands. */
function fileOf(method: string, operation: Operation): string {
  const area = operation.tags?.[0] ?? '';
  return method !== 'get' && apart.includes(area) ? `${area}Commands` : area;
}

const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache');
const target = path.join(root, 'src/api/generated');

function operationsOf(document: Document): Array<{ url: string; method: string; operation: Operation }> {
  return Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ url, method, operation })),
  );
}

/** Makes operation ids identifiers (hooks are named after them) and drops the headers baseQuery sends. */
function prepare(document: Document): void {
  for (const { url, operation } of operationsOf(document)) {
    if (!operation.operationId || !operation.tags?.[0])
      throw new Error(`${url} has no operation id, or no tag to say its area`);
    operation.operationId = operation.operationId.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    operation.parameters = operation.parameters?.filter(
      (parameter) => parameter.in !== 'header' || !ownHeaders.includes(parameter.name ?? ''),
    );
  }
}

/** The rule of a read, on one line where that is not too long. */
function readRule(operationId: string, fields: object): string {
  const parts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const line = `  ${operationId}: { reads: {${parts.join(',')}} },`;
  return line.length <= limit ? line : `  ${operationId}: { reads: {\n    ${parts.join(',\n    ')}\n  } },`;
}

/** What an area's operations follow, as the source of an object. */
function rulesOf(document: Document, file: string): string {
  const rules = operationsOf(document)
    .filter(({ method, operation }) => fileOf(method, operation) === file)
    .flatMap(({ url, method, operation }) => {
      const { operationId = '', 'x-live': live } = operation;
      const search = (operation.parameters ?? []).flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []));
      if (method === 'get') return [live ? readRule(operationId, { ...live, search }) : `  ${operationId}: { reads: true },`];
      return url.startsWith('/api/commands/') ? [`  ${operationId}: 'command',`] : [];
    });
  return `{\n${rules.join('\n')}\n}`;
}

await mkdir(cache, { recursive: true });
const text = await readFile(path.join(root, 'openapi.json'), 'utf8');
const whole = JSON.parse(text) as Document;
prepare(whole);
const files = [...new Set(operationsOf(whole).map(({ method, operation }) => fileOf(method, operation)))].toSorted();

await rm(target, { recursive: true, force: true });
await rm(`${target}.ts`, { force: true });
await mkdir(target, { recursive: true });
for (const file of files) {
  const own = JSON.parse(text) as Document;
  prepare(own);
  for (const [url, operations] of Object.entries(own.paths)) {
    for (const [method, operation] of Object.entries(operations))
      if (fileOf(method, operation) !== file) delete operations[method];
    if (Object.keys(operations).length === 0) delete own.paths[url];
  }
  const prepared = path.join(cache, `openapi-${file}.json`);
  await writeFile(prepared, JSON.stringify(own));
  const source = await generateEndpoints({
    schemaFile: prepared,
    apiFile: path.join(root, 'src/api/baseApi.ts'),
    apiImport: 'baseApi',
    exportName: 'generatedApi',
    hooks: { queries: true, lazyQueries: true, mutations: true },
  });
  if (typeof source !== 'string') throw new Error(`the generator wrote nothing for ${file}`);
  const body = source
    .replace(
      /import \{ baseApi as api \} from "[^"]+";/,
      'import { baseApi as api } from "../baseApi";\nimport { withRules } from "../rules";',
    )
    .replace(
      /export \{ injectedRtkApi as generatedApi \};\n/,
      `export const ${file}Api = withRules(injectedRtkApi, ${rulesOf(whole, file)});\n`,
    );
  if (!body.includes('withRules(injectedRtkApi') || !body.includes('"../rules"'))
    throw new Error('the generator writes in another form than this script knows');
  const header = '// Generated from openapi.json by `npm run generate`; change the server, not this file.\n';
  await writeFile(path.join(target, `${file}.ts`), header + body);
}
writeNoticeTexts();
console.log(`wrote src/api/generated: ${files.join(', ')}`);
