import { describe, expect, it, vi } from 'vitest';
import { createSessionKeeper, renewalMargin, type Session, type SessionDeps, type TabMessage } from './session';

const member = { id: 'm1', roles: [] };

function session(token: string, expiresAt: number): Session {
  return { accessToken: token, expiresAt, member };
}

function setup(changes: Partial<SessionDeps> = {}) {
  const clock = { now: 1_000_000 };
  const posted: TabMessage[] = [];
  const timers: Array<{ work: () => void; wait: number; cancelled: boolean }> = [];
  let hear: (message: TabMessage) => void = () => undefined;
  let hint = true;
  const refresh = vi.fn<SessionDeps['refresh']>(() => Promise.resolve(session('fresh', clock.now + 600_000)));
  const deps: SessionDeps = {
    refresh,
    signOut: () => Promise.resolve(),
    now: () => clock.now,
    exclusively: (work) => work(),
    channel: {
      post: (message) => posted.push(message),
      listen: (heard) => {
        hear = heard;
      },
    },
    hint: {
      get: () => hint,
      set: (value) => {
        hint = value;
      },
    },
    schedule(work, wait) {
      const timer = { work, wait, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
    ...changes,
  };
  const keeper = createSessionKeeper(deps);
  return { keeper, clock, posted, timers, refresh, hear: (message: TabMessage) => hear(message), hint: () => hint };
}

describe('session', () => {
  it('asks for nothing where nobody has signed in', async () => {
    const { keeper, refresh } = setup({ hint: { get: () => false, set: () => undefined } });
    await keeper.start();
    expect(keeper.state()).toEqual({ status: 'anonymous' });
    expect(refresh).not.toHaveBeenCalled();
  });

  it('asks again until it knows who is here, and takes nobody for a guest meanwhile', async () => {
    const { keeper, refresh, timers } = setup();
    refresh
      .mockRejectedValueOnce(new Error('503'))
      .mockRejectedValueOnce(new Error('503'))
      .mockRejectedValueOnce(new Error('503'));
    await keeper.start();
    expect(keeper.state()).toEqual({ status: 'unknown' });
    await expect(keeper.token()).rejects.toThrow('503');
    expect(timers.map(({ wait }) => wait)).toEqual([1000]);
    timers[0]?.work();
    await vi.waitFor(() => expect(timers).toHaveLength(2), { timeout: 10_000 });
    expect(timers[1]?.wait).toBe(2000);
    timers[1]?.work();
    await vi.waitFor(() => expect(keeper.state()).toEqual({ status: 'member', member }), { timeout: 10_000 });
  });

  it('finds the member at start', async () => {
    const { keeper } = setup();
    await keeper.start();
    expect(keeper.state()).toEqual({ status: 'member', member });
    expect(await keeper.token()).toBe('fresh');
  });

  it('refreshes once for many requests at the same time', async () => {
    const { keeper, clock, refresh } = setup();
    keeper.adopt(session('old', clock.now + renewalMargin));
    const tokens = await Promise.all([keeper.token(), keeper.token(), keeper.renew('old')]);
    expect(tokens).toEqual(['fresh', 'fresh', 'fresh']);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('refreshes within the lock other tabs respect', async () => {
    const order: string[] = [];
    const { keeper } = setup({
      async exclusively(work) {
        order.push('locked');
        const result = await work();
        order.push('released');
        return result;
      },
      refresh() {
        order.push('refresh');
        return Promise.resolve({ ended: 'password_changed' });
      },
    });
    await keeper.start();
    expect(order).toEqual(['locked', 'refresh', 'released']);
  });

  it('renews before the token expires', async () => {
    const { keeper, clock, timers, refresh } = setup();
    keeper.adopt(session('old', clock.now + 600_000));
    expect(timers[0]?.wait).toBe(600_000 - renewalMargin);
    timers[0]?.work();
    expect(await keeper.token()).toBe('fresh');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('keeps a token that was renewed meanwhile instead of refreshing again', async () => {
    const { keeper, clock, refresh } = setup();
    keeper.adopt(session('new', clock.now + 600_000));
    expect(await keeper.renew('old')).toBe('new');
    expect(refresh).not.toHaveBeenCalled();
  });

  it('ends when the server knows no session any more, and says why (Found58)', async () => {
    const { keeper, clock, hint } = setup({ refresh: () => Promise.resolve({ ended: 'password_changed' }) });
    keeper.adopt(session('old', clock.now + 1));
    expect(await keeper.token()).toBeUndefined();
    expect(keeper.state()).toEqual({ status: 'anonymous', ended: 'password_changed' });
    expect(hint()).toBe(false);
  });

  it('stays signed in when no answer came', async () => {
    const { keeper, clock, hint } = setup({ refresh: () => Promise.reject(new Error('down')) });
    keeper.adopt(session('old', clock.now + 1));
    await expect(keeper.token()).rejects.toThrow('down');
    expect(keeper.state().status).toBe('member');
    expect(hint()).toBe(true);
  });

  it('tells the other tabs, and follows them', async () => {
    const { keeper, clock, posted, hear } = setup();
    keeper.adopt(session('a', clock.now + 600_000));
    hear('signed-out');
    expect(keeper.state()).toEqual({ status: 'anonymous', left: true });
    hear('signed-in');
    expect(await keeper.token()).toBe('fresh');
    await keeper.signOut();
    expect(posted).toEqual(['signed-in', 'signed-out']);
  });

  it('signs out here even when the server can not be told', async () => {
    const { keeper, clock, posted } = setup({ signOut: () => Promise.reject(new Error('down')) });
    keeper.adopt(session('a', clock.now + 600_000));
    await expect(keeper.signOut()).rejects.toThrow('down');
    expect(keeper.state()).toEqual({ status: 'anonymous', left: true });
    expect(posted).toContain('signed-out');
  });
});
