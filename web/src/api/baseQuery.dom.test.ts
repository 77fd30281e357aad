import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { describe, expect, it, vi } from 'vitest';
import { baseQuery, type RequestContext } from './baseQuery';
import { createCommandKeys } from './commandKeys';
import { createPositionKeeper } from './position';
import { createShownPositions } from './shown';

type Reply = Response | Error;

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

function setup(replies: Reply[], context: Partial<RequestContext> = {}) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (input: Request) => {
    requests.push(input);
    const reply = replies.shift();
    if (!reply) throw new Error('one request too many');
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  });
  let key = 0;
  const extra: RequestContext = {
    session: { token: () => Promise.resolve('t1'), renew: () => Promise.resolve('t2') },
    position: createPositionKeeper(),
    shown: createShownPositions(),
    language: () => 'fr',
    keys: createCommandKeys(() => {
      key += 1;
      return `key-${key}`;
    }),
    wait: () => Promise.resolve(),
    ...context,
  };
  const api = createApi({
    baseQuery,
    endpoints: (build) => ({
      read: build.query<unknown, void>({ query: () => '/api/campaigns' }),
      give: build.mutation<unknown, number>({
        query: (amount) => ({ url: '/api/commands/donate-money', method: 'POST', body: { amount } }),
      }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(api.middleware),
  });
  const read = () => store.dispatch(api.endpoints.read.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const give = (amount: number) => store.dispatch(api.endpoints.give.initiate(amount));
  return { requests, read, give };
}

describe('base query', () => {
  it('says who asks, in which language, and after which position', async () => {
    const { requests, read } = setup([
      json(200, {}, { 'Callup-Position': '41' }),
      json(200, {}, { 'Callup-Position': '9' }),
      json(200, {}, { 'Callup-Position': '42' }),
      json(200, {}),
    ]);
    await read();
    // The second answer is older than the first, so it is asked for again.
    await read();
    await read();
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer t1');
    expect(requests[0]?.headers.get('Accept-Language')).toBe('fr');
    expect(requests.map(({ headers }) => headers.get('Read-After'))).toEqual([null, '41', '41', '42']);
  });

  it('asks again, and for no other reason, where the server does not know the answer yet', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const late = () => json(503, { code: 'behind' });
    const { requests, read } = setup([
      late(),
      late(),
      json(200, { ok: 1 }),
      late(),
      late(),
      late(),
      json(503, { code: 'unavailable' }),
    ]);
    expect((await read()).data).toEqual({ ok: 1 });
    expect(requests).toHaveLength(3);
    expect((await read()).error).toMatchObject({ status: 503, code: 'behind' });
    expect((await read()).error).toMatchObject({ status: 503, code: 'unavailable' });
    expect(requests).toHaveLength(7);
  });

  it('renews a refused token once', async () => {
    const { requests, read } = setup([json(401, { code: 'session_ended' }), json(200, { ok: 1 })]);
    expect((await read()).data).toEqual({ ok: 1 });
    expect(requests[1]?.headers.get('Authorization')).toBe('Bearer t2');
  });

  it('says so where a refused token could not be renewed', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const lost = new TypeError('network');
    const { read } = setup([json(401, { code: 'session_ended' })], {
      session: { token: () => Promise.resolve('t1'), renew: () => Promise.reject(lost) },
    });
    expect((await read()).error).toMatchObject({ status: 401, code: 'session_ended' });
    expect(warned).toHaveBeenCalledWith(expect.any(String), lost);
    warned.mockRestore();
  });

  it('sends a command again under the same key when its answer got lost', async () => {
    const lost = new TypeError('network');
    const { requests, give } = setup([lost, json(200, {})]);
    await give(5);
    expect(requests.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', 'key-1']);
  });

  it('begins a trace with each command, and none with a read', async () => {
    const { requests, give, read } = setup([new TypeError('network'), json(200, {}), json(200, {}), json(200, {})]);
    await give(5);
    await give(6);
    await read();
    const [first, again, second, reading] = requests.map(({ headers }) => headers.get('traceparent'));
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(again).toBe(first);
    expect(second).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(second).not.toBe(first);
    expect(reading).toBeNull();
  });

  it('keeps the key of an unanswered command for the next try, and takes a new one after an answer', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const lost = () => new TypeError('network');
    const { requests, give } = setup([lost(), lost(), lost(), json(200, {}), json(200, {}), json(200, {})]);
    const first = await give(5);
    expect(first.error).toMatchObject({ status: 0, code: 'no_answer' });
    await give(5);
    await give(5);
    await give(6);
    expect(requests.slice(2).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', 'key-1', 'key-2', 'key-3']);
  });

  it('never repeats a command that was answered', async () => {
    const { requests, give } = setup([
      json(422, { code: 'validation_failed', errors: [{ field: 'amount', code: 'amount_not_positive' }] }),
    ]);
    const { error } = await give(0);
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ field: 'amount', code: 'amount_not_positive' }],
    });
    expect(requests).toHaveLength(1);
  });

  it('logs every refusal and failure, by what was asked and its code alone', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const args = { typed: 'ana@example.org' };
    const { read, give } = setup([
      json(422, { code: 'amount_not_positive', args, request_id: 'R1', errors: [{ field: 'amount', code: 'x', args }] }),
      json(500, { code: 'internal', args, request_id: 'R2' }),
    ]);
    await give(0);
    await read();
    const refused = { endpoint: 'give', status: 422, code: 'amount_not_positive', requestId: 'R1' };
    expect(warned.mock.calls).toEqual([['request refused', refused]]);
    expect(failed.mock.calls).toEqual([
      ['request failed', { endpoint: 'read', status: 500, code: 'internal', requestId: 'R2' }],
    ]);
  });

  it('gives an answer that is no problem document a code all the same', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { read } = setup([new Response('<html>', { status: 502 })]);
    expect((await read()).error).toMatchObject({ status: 502, code: 'internal' });
  });
});
