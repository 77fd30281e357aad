import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Boot } from '@/api/boot';
import { platformApi as api, type Totals } from '@/api/generated/platform';
import type { SessionKeeper } from '@/api/session';
import { createStore } from './store';

const totals = (raised: number) => ({ raised_amount: raised, currency: 'EUR' }) as Totals;

class Wire {
  static last: Wire | undefined;
  sent: Array<Record<string, unknown>> = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Wire.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose = null;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** A request that waits for its answer. */
interface Asked {
  readonly after: string | null;
  answer(position: string, raised: number): void;
}

let asked: Asked[] = [];

async function nextAsked(): Promise<Asked> {
  await vi.waitFor(() => expect(asked).not.toHaveLength(0), { timeout: 10_000 });
  const [first, ...others] = asked;
  asked = others;
  if (!first) throw new Error('nothing was asked');
  return first;
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('WebSocket', Wire);
  const ask = (request: Request) =>
    new Promise<Response>((resolve) => {
      asked.push({
        after: request.headers.get('Read-After'),
        answer: (position, raised) => resolve(Response.json(totals(raised), { headers: { 'Callup-Position': position } })),
      });
    });
  vi.stubGlobal('fetch', ask);
});

/** A store that shows the totals read at position 100, and their socket. */
async function showing(boot?: Boot) {
  const session = {
    token: () => Promise.resolve(undefined),
    renew: () => Promise.resolve(undefined),
  } as unknown as SessionKeeper;
  const { store, fill } = createStore(session, boot ?? { queries: [], session: false }, () => 'en');
  fill();
  const select = api.endpoints.platformTotals.select();
  const look = () => select(store.getState()).data?.raised_amount;
  const query = store.dispatch(api.endpoints.platformTotals.initiate());
  if (!boot) (await nextAsked()).answer('100', 1);
  await query;
  await vi.waitFor(() => expect(Wire.last?.onopen).toBeTruthy(), { timeout: 10_000 });
  const wire = Wire.last;
  if (!wire) throw new Error('no socket was opened');
  wire.onopen?.();
  await vi.waitFor(() => expect(wire.sent).toHaveLength(1), { timeout: 10_000 });
  wire.says({ type: 'ready' });
  const push = (position: string, raised: number) =>
    wire.says({ type: 'data', topic: 'platform', kind: 'platform-totals', position, data: totals(raised) });
  return { push, look, wire, refetch: () => query.refetch() };
}

describe('answers and pushes', () => {
  it('ask again when a push came before a slow answer, and never show the older', async () => {
    const { push, look, refetch } = await showing();
    const done = refetch();
    const slow = await nextAsked();
    push('105', 5);
    slow.answer('102', 2);
    const again = await nextAsked();
    expect(again.after).toBe('105');
    expect(look()).toBe(5);
    again.answer('106', 6);
    await done;
    expect(look()).toBe(6);
  });

  it('ask again where both have one position: the answer may have been read before', async () => {
    const { push, look, refetch } = await showing();
    const done = refetch();
    const slow = await nextAsked();
    push('105', 5);
    slow.answer('105', 4);
    const again = await nextAsked();
    expect(look()).toBe(5);
    again.answer('105', 5);
    await done;
    expect(look()).toBe(5);
  });

  it('keep what is shown where the server stays behind', async () => {
    const { push, look, refetch } = await showing();
    push('105', 5);
    const done = refetch();
    for (let tries = 0; tries < 3; tries += 1) (await nextAsked()).answer('103', 3);
    await done;
    expect(look()).toBe(5);
    expect(asked).toEqual([]);
    const later = refetch();
    (await nextAsked()).answer('107', 7);
    await later;
    expect(look()).toBe(7);
  });

  it('do not go back to a push that waited while a newer answer came', async () => {
    const { push, look, refetch } = await showing();
    const done = refetch();
    (await nextAsked()).answer('110', 10);
    await done;
    push('105', 5);
    expect(look()).toBe(10);
    push('111', 11);
    expect(look()).toBe(11);
  });

  it('know at what position the answers inside the page were read', async () => {
    const boot: Boot = {
      queries: [{ endpoint: 'platformTotals', args: undefined, data: totals(8) }],
      position: '108',
      session: false,
    };
    const { push, look, wire } = await showing(boot);
    expect(wire.sent.at(-1)).toEqual({ type: 'subscribe', topic: 'platform', after: '108' });
    push('107', 7);
    expect(look()).toBe(8);
    push('109', 9);
    expect(look()).toBe(9);
  });
});
