/**
 * Writes `src/api/generated.ts`: RTK Query endpoints, hooks and types from
 * `openapi.json`, which `callup openapi` writes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';

interface Operation {
  operationId?: string;
  parameters?: Array<{ name?: string; in?: string }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Headers that `baseQuery` puts on every request by itself. */
const ownHeaders = ['Read-After', 'Idempotency-Key', 'Accept-Language'];

const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache');
const prepared = path.join(cache, 'openapi.json');

/** Makes operation ids identifiers (hooks are named after them) and drops the headers baseQuery sends. */
function prepare(document: Document): Document {
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      operation.operationId = operation.operationId?.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      operation.parameters = operation.parameters?.filter(
        (parameter) => parameter.in !== 'header' || !ownHeaders.includes(parameter.name ?? ''),
      );
    }
  }
  return document;
}

await mkdir(cache, { recursive: true });
const document = JSON.parse(await readFile(path.join(root, 'openapi.json'), 'utf8')) as Document;
await writeFile(prepared, JSON.stringify(prepare(document)));

const source = await generateEndpoints({
  schemaFile: prepared,
  apiFile: path.join(root, 'src/api/baseApi.ts'),
  apiImport: 'baseApi',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
});
if (typeof source !== 'string') throw new Error('the generator wrote nothing');
const header = '// Generated from openapi.json by `npm run generate`; change the server, not this file.\n';
const target = path.join(root, 'src/api/generated.ts');
await writeFile(target, header + source.replace(/from ".*baseApi(\.ts)?"/, 'from "./baseApi"'));
console.log(`wrote ${path.relative(root, target)}`);
