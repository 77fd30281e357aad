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
