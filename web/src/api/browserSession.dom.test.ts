import { describe, expect, it, vi } from 'vitest';
import { createBrowserSession } from './browserSession';
import { keepDraft, readDraft } from './drafts';
import { keepReturnPath, keptReturnPath } from './returnPath';

describe('signing out', () => {
  it('leaves nothing behind of what somebody wrote and where they were going, even where the server is away', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    keepDraft('campaign', 'm1', { title: 'Mine' });
    keepReturnPath('/create-campaign', 1000);
    await expect(createBrowserSession(true).signOut()).rejects.toThrow('network');
    expect(readDraft('campaign', 'm1')).toBeUndefined();
    expect(keptReturnPath(1000)).toBeUndefined();
  });
});

describe('where the browser forbids what tabs talk by (Found68)', () => {
  it('the app starts, and the session is renewed all the same', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const refused = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('BroadcastChannel', vi.fn(refused));
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } });
    const member = { id: 'm1', roles: [] };
    const answer = () => Promise.resolve(Response.json({ access_token: 'a', expires_in: 600, member }));
    vi.stubGlobal('fetch', answer);
    const session = createBrowserSession(true);
    await session.start();
    expect(session.state()).toEqual({ status: 'member', member });
  });
});

it.each([
  [{ code: 'session_ended', args: { why: 'password_changed' } }, 'password_changed'],
  [{ code: 'session_ended' }, ''],
  ['', ''],
])('knows from %j why the session has ended (Found58)', async (body, ended) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 401 })));
  const session = createBrowserSession(true);
  await session.start();
  expect(session.state()).toEqual({ status: 'anonymous', ended });
});
