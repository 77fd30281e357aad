import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCampaignCard } from '@/test/factories';
import { createTestStore } from '@/test/renderApp';
import { campaignsApi } from './generated/campaigns';
import { campaignsCommandsApi } from './generated/campaignsCommands';
import { givingApi } from './generated/giving';
import { platformApi } from './generated/platform';
import { topicOf } from './live';
import type { LiveClient, TopicHandler } from './liveClient';
import { isKept } from './rules';

/** A socket whose topics a test pushes to, and which may be away. */
function createSocket() {
  const handlers = new Map<string, TopicHandler>();
  let status: ReturnType<LiveClient['status']> = 'open';
  const client: LiveClient = {
    subscribe(topic, handler) {
      handlers.set(topic, handler);
      return () => void handlers.delete(topic);
    },
    restart: () => undefined,
    wake: () => undefined,
    status: () => status,
    onStatus: () => () => undefined,
  };
  return {
    client,
    topics: () => [...handlers.keys()],
    push: (topic: string, kind: string, data: unknown) => handlers.get(topic)?.onData({ topic, kind, data, position: '9' }),
    lose: (topic: string) => handlers.get(topic)?.onRefetch(),
    goAway: () => (status = 'reconnecting'),
  };
}

let asked: string[] = [];
let answers: Record<string, unknown> = {};

beforeEach(() => {
  asked = [];
  // Node's own requests need a whole address.
  const NodeRequest = globalThis.Request;
  vi.stubGlobal('Request', class extends NodeRequest {
    constructor(input: string, init?: RequestInit) {
      super(new URL(input, 'http://callup.test'), init);
    }
  });
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return Promise.resolve(Response.json(answers[pathname] ?? {}, { headers: { 'Callup-Position': '5' } }));
  });
});

afterEach(() => {
  answers = {};
});

async function settled(path: string, times: number): Promise<void> {
  await vi.waitFor(() => expect(asked.filter((one) => one === path)).toHaveLength(times));
}

function start() {
  const socket = createSocket();
  return { socket, store: createTestStore(socket.client) };
}

const list = (...cards: ReturnType<typeof aCampaignCard>[]) => ({ items: cards, next: '', total: cards.length });

describe('a push', () => {
  it('takes the place of the whole answer, under the topic that its arguments or its fields name', async () => {
    answers = { '/api/campaigns/roof': { id: 'c1', slug: 'roof', title: 'Roof' } };
    const { socket, store } = start();
    await store.dispatch(campaignsApi.endpoints.campaign.initiate({ slug: 'roof' }));
    await vi.waitFor(() => expect(socket.topics()).toEqual(['campaign/c1']));
    const title = () => campaignsApi.endpoints.campaign.select({ slug: 'roof' })(store.getState()).data?.title;
    socket.push('campaign/c1', 'campaign-supporters', { title: 'not this' });
    expect(title()).toBe('Roof');
    socket.push('campaign/c1', 'campaign', { id: 'c1', slug: 'roof', title: 'A new roof' });
    expect(title()).toBe('A new roof');
  });

  it('of an item takes the place of the one in a list, which never grows', async () => {
    answers = { '/api/campaigns': list(aCampaignCard({ id: 'a' }), aCampaignCard({ id: 'b' })) };
    const { socket, store } = start();
    await store.dispatch(campaignsApi.endpoints.campaigns.initiate({ limit: 6, cursor: 'x' }));
    await vi.waitFor(() => expect(socket.topics()).toEqual(['cards']));
    for (const id of ['b', 'z']) socket.push('cards', 'card', aCampaignCard({ id, raised_amount: 25_00 }));
    const { data } = campaignsApi.endpoints.campaigns.select({ limit: 6, cursor: 'x' })(store.getState());
    expect(data?.items.map(({ id, raised_amount }) => [id, raised_amount])).toEqual([
      ['a', 0],
      ['b', 25_00],
    ]);
  });

  it('concerns the first page of a list alone, where it carries that', async () => {
    const { socket, store } = start();
    await store.dispatch(campaignsApi.endpoints.campaignSupporters.initiate({ id: 'c1', cursor: 'older' }));
    await Promise.resolve();
    expect(socket.topics()).toEqual([]);
    await store.dispatch(campaignsApi.endpoints.campaignSupporters.initiate({ id: 'c1' }));
    await vi.waitFor(() => expect(socket.topics()).toEqual(['campaign/c1']));
  });

  it('without an answer in it, and a topic that can’t be resumed, have it fetched', async () => {
    const { socket, store } = start();
    void store.dispatch(givingApi.endpoints.myTransactions.initiate({}));
    await vi.waitFor(() => expect(socket.topics()).toEqual(['me']));
    socket.push('me', 'my-transactions', null);
    await settled('/api/me/transactions', 2);
    socket.lose('me');
    await settled('/api/me/transactions', 3);
  });

  it('asks once more for what changed while it was being asked for', async () => {
    answers = { '/api/me/transactions': list() };
    const { socket, store } = start();
    await store.dispatch(givingApi.endpoints.myTransactions.initiate({}));
    await vi.waitFor(() => expect(socket.topics()).toContain('me'));
    // The answers that are under way come all at the same time, later.
    const come: (() => void)[] = [];
    const answered = fetch;
    vi.stubGlobal('fetch', (request: Request) => new Promise((resolve) => come.push(() => resolve(answered(request)))));
    socket.lose('me');
    await vi.waitFor(() => expect(come).toHaveLength(1));
    socket.lose('me');
    socket.lose('me');
    come[0]?.();
    await vi.waitFor(() => expect(come).toHaveLength(2));
    come[1]?.();
    await settled('/api/me/transactions', 3);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(come).toHaveLength(2);
  });
});

describe('a command', () => {
  async function paused(away: boolean): Promise<string[]> {
    answers = { '/api/campaigns/roof': { id: 'c1', slug: 'roof' }, '/api/campaigns': list(), '/api/platform/totals': {} };
    const { socket, store } = start();
    for (const initiated of [
      campaignsApi.endpoints.campaign.initiate({ slug: 'roof' }),
      campaignsApi.endpoints.campaigns.initiate({}),
      campaignsApi.endpoints.categories.initiate({}),
      platformApi.endpoints.platformTotals.initiate(),
    ] as const) {
      await store.dispatch(initiated as never);
    }
    if (away) socket.goAway();
    asked = [];
    await store.dispatch(campaignsCommandsApi.endpoints.pauseCampaign.initiate({ campaignBody: { campaign_id: 'c1' } }));
    await settled('/api/categories', 1);
    return asked.toSorted();
  }

  it('has every answer read anew that pushes don’t keep whole', async () => {
    expect(await paused(false)).toEqual(['/api/campaigns', '/api/categories', '/api/commands/pause-campaign']);
  });

  it('has all of them read anew while the socket is away', async () => {
    expect(await paused(true)).toEqual([
      '/api/campaigns',
      '/api/campaigns/roof',
      '/api/categories',
      '/api/commands/pause-campaign',
      '/api/platform/totals',
    ]);
  });
});

it('a topic takes its names from the arguments, else from the answer', () => {
  const rule = { topic: 'campaign/{id}', kind: 'campaign', search: [] };
  expect(topicOf(rule, { id: 'a' }, { id: 'b' })).toBe('campaign/a');
  expect(topicOf(rule, { slug: 'a' }, { id: 'b' })).toBe('campaign/b');
  expect(topicOf({ ...rule, topic: 'me' }, undefined, undefined)).toBe('me');
});

it('pushes keep an answer whole only where they carry it', () => {
  const rule = { topic: 'campaign/{id}', kind: 'k', search: ['limit', 'cursor'] };
  expect(isKept(true, {})).toBe(false);
  expect(isKept(rule, { id: 'a' })).toBe(true);
  expect(isKept(rule, { id: 'a', limit: 5 })).toBe(false);
  expect(isKept({ ...rule, items: true }, {})).toBe(false);
  expect(isKept({ ...rule, refetch: true }, { cursor: 'x' })).toBe(true);
});
