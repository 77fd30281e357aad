import { describe, expect, it, vi } from 'vitest';
import { createLiveClient, type LiveData, type Socket, type TopicHandler } from './liveClient';

class FakeSocket implements Socket {
  sent: Array<Record<string, unknown>> = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function setup(token?: string) {
  const sockets: FakeSocket[] = [];
  const timers: Array<{ work: () => void; wait: number; cancelled: boolean }> = [];
  const onReconnect = vi.fn<() => void>();
  const onPosition = vi.fn<(position: string) => void>();
  const renew = vi.fn<(used: string | undefined) => Promise<undefined>>().mockResolvedValue(undefined);
  const client = createLiveClient({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: () => Promise.resolve(token),
    renew,
    language: () => 'fr',
    random: () => 0.5,
    schedule(work, wait) {
      const timer = { work, wait, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
    onPosition,
    onReconnect,
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  const connect = async () => {
    const socket = last();
    socket.onopen?.();
    await settled();
    socket.says({ type: 'ready', server: `server ${sockets.length}` });
    return socket;
  };
  /** Runs the newest timer that waits this long at least and shorter than `below`. */
  const fire = (below: number) => {
    const timer = timers.findLast(({ cancelled, wait }) => !cancelled && wait < below);
    if (!timer) throw new Error('nothing is scheduled');
    timer.cancelled = true;
    timer.work();
    return timer.wait;
  };
  return { client, sockets, timers, renew, onPosition, onReconnect, last, connect, fire };
}

function listener() {
  const data: LiveData[] = [];
  const refetches: string[] = [];
  const handler: TopicHandler = { onData: (message) => data.push(message), onRefetch: () => refetches.push('refetch') };
  return { handler, data, refetches };
}

const push = (position: string, data: unknown = null, topic = 'campaign/1') => ({
  type: 'data',
  topic,
  position,
  kind: 'campaign',
  data,
});

describe('live client', () => {
  it('says hello, then subscribes after the position the data was read at', async () => {
    const { client, connect } = setup('jwt');
    client.subscribe('campaign/1', listener().handler, '7');
    const socket = await connect();
    expect(socket.sent).toEqual([
      { type: 'hello', token: 'jwt', lang: 'fr' },
      { type: 'subscribe', topic: 'campaign/1', after: '7' },
    ]);
    expect(client.status()).toBe('open');
  });

  it('shares one socket and one subscription, and closes with the last', async () => {
    const { client, sockets, connect } = setup();
    const first = listener();
    const second = listener();
    const leaveFirst = client.subscribe('campaign/1', first.handler);
    const leaveSecond = client.subscribe('campaign/1', second.handler);
    const socket = await connect();
    socket.says(push('8', 'x'));
    expect(first.data).toHaveLength(1);
    expect(second.data).toHaveLength(1);
    leaveFirst();
    expect(socket.sent.filter(({ type }) => type === 'unsubscribe')).toHaveLength(0);
    leaveSecond();
    expect(socket.sent.at(-1)).toEqual({ type: 'unsubscribe', topic: 'campaign/1' });
    expect(socket.closed).toBe(true);
    expect(sockets).toHaveLength(1);
    expect(client.status()).toBe('idle');
  });

  it('never goes back to an older position', async () => {
    const { client, connect } = setup();
    const { handler, data } = listener();
    client.subscribe('campaign/1', handler);
    const socket = await connect();
    for (const position of ['9', '10', '9', '10']) socket.says(push(position));
    expect(data.map(({ position }) => position)).toEqual(['9', '10', '10']);
  });

  it('comes back with growing pauses, resumes after the last position, and says so once', async () => {
    const { client, connect, last, fire, onReconnect } = setup();
    const { handler } = listener();
    client.subscribe('campaign/1', handler, '3');
    (await connect()).says(push('12'));
    last().onclose?.({ reason: '' });
    expect(client.status()).toBe('reconnecting');
    const pauses = [fire(30_000)];
    last().onclose?.({ reason: '' });
    pauses.push(fire(30_000));
    last().onclose?.({ reason: '' });
    pauses.push(fire(30_000));
    expect(pauses).toEqual([375, 750, 1500]);
    expect(onReconnect).not.toHaveBeenCalled();
    const socket = await connect();
    expect(socket.sent.at(-1)).toEqual({ type: 'subscribe', topic: 'campaign/1', after: '12', from: 'server 1' });
    expect(onReconnect).toHaveBeenCalledTimes(1);
    socket.onclose?.({ reason: '' });
    expect(fire(30_000)).toBe(375);
  });

  it('resumes from before pushes that belong together when it was cut off between them', async () => {
    const { client, connect, last, fire, onPosition } = setup();
    const { handler, data } = listener();
    client.subscribe('campaign/1', handler, '3');
    const first = await connect();
    first.says({ ...push('12'), more: true });
    last().onclose?.({ reason: '' });
    fire(30_000);
    const second = await connect();
    expect(second.sent.at(-1)).toEqual({ type: 'subscribe', topic: 'campaign/1', after: '3' });
    second.says({ ...push('12'), more: true });
    second.says(push('12'));
    last().onclose?.({ reason: '' });
    fire(30_000);
    expect((await connect()).sent.at(-1)).toEqual({ type: 'subscribe', topic: 'campaign/1', after: '12', from: 'server 2' });
    expect(data).toHaveLength(3);
    expect(onPosition).toHaveBeenLastCalledWith('12');
  });

  it('takes a socket that falls silent for dead', async () => {
    const { client, connect, timers } = setup();
    client.subscribe('campaign/1', listener().handler);
    const socket = await connect();
    const silence = timers.findLast(({ cancelled }) => !cancelled);
    expect(silence?.wait).toBeGreaterThan(30_000);
    silence?.work();
    expect(socket.closed).toBe(true);
    expect(client.status()).toBe('reconnecting');
  });

  it('asks for a refetch when told to, or when a later subscriber read before the last push', async () => {
    const { client, connect } = setup();
    const early = listener();
    const late = listener();
    client.subscribe('campaign/1', early.handler);
    const socket = await connect();
    socket.says(push('20'));
    client.subscribe('campaign/1', late.handler, '19');
    expect(late.refetches).toHaveLength(1);
    socket.says({ type: 'refetch', topic: 'campaign/1' });
    expect(early.refetches).toHaveLength(1);
    expect(late.refetches).toHaveLength(2);
  });

  it('comes back when a server that restarts says, and by itself when that fails', async () => {
    const { client, sockets, last, connect, fire } = setup();
    client.subscribe('campaign/1', listener().handler, '5');
    await connect();
    last().onclose?.({ reason: 'retry_in_ms=3210' });
    expect(client.status()).toBe('reconnecting');
    expect(fire(60_000)).toBe(3210);
    expect(sockets).toHaveLength(2);
    last().onclose?.({ reason: '' });
    expect(fire(60_000)).toBe(375);
    last().onclose?.({ reason: 'retry_in_ms=99999' });
    expect(fire(60_000)).toBe(30_000);
    last().onclose?.({ reason: 'retry_in_ms=soon' });
    expect(fire(60_000)).toBe(750);
    expect(sockets).toHaveLength(5);
  });

  it('does not wait when the network is back', async () => {
    const { client, connect, sockets, last } = setup();
    client.subscribe('campaign/1', listener().handler);
    await connect();
    last().onclose?.({ reason: '' });
    client.wake();
    expect(sockets).toHaveLength(2);
  });

  it('asks about the session whose token is taken no more', async () => {
    const { client, connect, renew } = setup('of a session that ended');
    client.subscribe('campaign/1', listener().handler);
    const socket = await connect();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    socket.says({ type: 'error', topic: 'campaign/1', code: 'forbidden' });
    expect(error).toHaveBeenCalled();
    expect(renew).not.toHaveBeenCalled();
    socket.says({ type: 'error', code: 'invalid_token' });
    expect(renew.mock.calls).toEqual([['of a session that ended']]);
  });

  it('opens a new socket for a new person and survives what is not JSON', async () => {
    const { client, connect, sockets } = setup();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    client.subscribe('campaign/1', listener().handler);
    const socket = await connect();
    socket.onmessage?.({ data: '<html>' });
    expect(error).toHaveBeenCalled();
    client.restart();
    expect(socket.closed).toBe(true);
    expect(sockets).toHaveLength(2);
  });
});
