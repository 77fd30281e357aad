import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import type { CommandKeys } from './commandKeys';
import { confirmIdentity, identityWanted } from './identity';
import { comparePositions, type PositionKeeper } from './position';
import { noAnswer, type Problem, problemFrom } from './problem';
import type { SessionKeeper } from './session';
import type { ShownPositions, Standing } from './shown';
import { traceparent } from './trace';

/** What requests need from the app; the store hands it over as the thunks' extra argument. */
export interface RequestContext {
  readonly session: Pick<SessionKeeper, 'token' | 'renew'>;
  readonly position: PositionKeeper;
  readonly shown: ShownPositions;
  /** The reader's language, for `Accept-Language`. */
  language(): string;
  readonly keys: CommandKeys;
  wait(milliseconds: number): Promise<void>;
}

/** What is known of an answer beside its body. */
export interface RequestMeta {
  /** The log position it reflects. */
  readonly position?: string | undefined;
}

/** How often a read is sent again because a push overtook its answer. */
const rereads = 2;

/** Pauses in milliseconds before a command whose answer got lost is sent again under the same key. */
const commandRetries = [400, 1500];

/** Pauses in milliseconds before a read is sent again whose answer the server does not know yet. It waits itself, too. */
const readRetries = [400, 1500];

/** The server has not yet folded what the reader has seen, and what it has says nothing: it might say "not found". */
function isBehind(error: FetchBaseQueryError | undefined): boolean {
  return error !== undefined && error.status === 503 && toProblem(error).code === 'behind';
}

function toProblem(error: FetchBaseQueryError): Problem {
  if (typeof error.status === 'number') return problemFrom(error.status, error.data);
  if (error.status === 'PARSING_ERROR') return problemFrom(error.originalStatus, undefined);
  return noAnswer;
}

const send = fetchBaseQuery({
  baseUrl: '',
  credentials: 'same-origin',
  headers: { Accept: 'application/json, application/problem+json' },
});

function isCommand(args: FetchArgs): boolean {
  return (args.method ?? 'GET').toUpperCase() !== 'GET' && args.url.startsWith('/api/commands/');
}

function headersOf(args: FetchArgs): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries((args.headers ?? {}) as Record<string, string | undefined>)) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** What the cache holds now; undefined where it holds nothing. */
function cached(api: BaseQueryApi): unknown {
  const { api: cache } = api.getState() as { api?: { queries: Record<string, { data?: unknown } | undefined> } };
  return cache?.queries[api.queryCacheKey ?? '']?.data;
}

/**
 * Whether an answer may be older than what is shown. At one position a push
 * that came while the answer was on its way may be the newer of the two.
 */
function overtaken(position: string, now: Standing | undefined, asked: Standing | undefined): boolean {
  if (!now) return false;
  const order = comparePositions(position, now.position);
  return order < 0 || (order === 0 && now !== asked);
}

/**
 * Every request of the app. Adds who asks and in which language, `Read-After`
 * to reads, and an `Idempotency-Key` to commands, which makes it safe to send
 * one again when its answer got lost. Each command begins a trace. What is
 * cached never goes back: a read whose answer is older than what is shown is
 * asked again, and where the server has nothing newer, what is shown stays. So
 * is one that the server is not far enough to answer. What the server does only
 * for a member who has just confirmed their identity is asked once more after they did.
 */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, Problem, object, RequestMeta> = async (
  request,
  api,
  options,
) => {
  const context = api.extra as RequestContext;
  const args: FetchArgs = typeof request === 'string' ? { url: request } : request;
  const command = isCommand(args);
  const headers = headersOf(args);
  headers.set('Accept-Language', context.language());
  if (command) {
    headers.set('Idempotency-Key', context.keys.keyFor(args.url, args.body));
    headers.set('traceparent', traceparent());
  }

  const attempt = async (token: string | undefined) => {
    if (token) headers.set('Authorization', `Bearer ${token}`);
    else headers.delete('Authorization');
    const after = context.position.current();
    if (after && !command) headers.set('Read-After', after);
    const result = await send({ ...args, headers }, api, options);
    context.position.see(result.meta?.response?.headers.get('Callup-Position'));
    return result;
  };

  let token: string | undefined;
  try {
    token = await context.session.token();
  } catch (error) {
    console.warn('no token could be had', error);
    // What is public can be read all the same; a command must not go out in nobody's name.
    if (command) return { error: noAnswer };
  }
  const exchange = async () => {
    let result = await attempt(token);
    for (const pause of command ? commandRetries : readRetries) {
      const again = command ? result.error?.status === 'FETCH_ERROR' : isBehind(result.error);
      if (!again || api.signal.aborted) break;
      await context.wait(pause);
      result = await attempt(token);
    }
    if (result.error?.status === 401 && token) {
      const renewed = await context.session.renew(token).catch((error: unknown) => {
        console.warn('a refused token could not be renewed', error);
        return undefined;
      });
      if (renewed) {
        token = renewed;
        result = await attempt(renewed);
      }
    }
    return { ...result, position: result.meta?.response?.headers.get('Callup-Position') ?? undefined };
  };

  const { queryCacheKey: key } = api;
  const standing = () => (key === undefined ? undefined : context.shown.of(key));
  let asked = standing();
  let result = await exchange();
  const wanted = result.error && identityWanted(toProblem(result.error));
  // What shows it is refused by itself: it asks for nothing more.
  if (wanted && !api.endpoint.startsWith('prove') && (await confirmIdentity(wanted))) {
    token = await context.session.token();
    result = await exchange();
  }
  const old = () => result.position !== undefined && overtaken(result.position, standing(), asked) && cached(api) !== undefined;
  for (let tries = 0; tries < rereads && old() && !api.signal.aborted; tries += 1) {
    asked = standing();
    result = await exchange();
  }
  const { position } = result;
  const meta: RequestMeta = { position };
  if (command && !result.error) context.keys.answered(args.url, args.body);
  if (!result.error && old()) return { data: cached(api), meta: { position: standing()?.position } };
  if (!result.error) {
    if (key !== undefined && position !== undefined) context.shown.put(key, position);
    return { data: result.data, meta };
  }
  const problem = toProblem(result.error);
  if (command && problem.status > 0 && problem.status < 500) context.keys.answered(args.url, args.body);
  // Neither the address nor the body: both may hold what somebody typed.
  const said = { endpoint: api.endpoint, status: problem.status, code: problem.code, requestId: problem.requestId };
  if (problem.status === 0 || problem.status >= 500) console.error('request failed', said);
  else console.warn('request refused', said);
  return { error: problem, meta };
};
