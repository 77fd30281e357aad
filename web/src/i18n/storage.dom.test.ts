import { afterEach, describe, expect, it, vi } from 'vitest';
import { store, stored, storedKeys } from './storage';

describe('storage', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps and forgets', () => {
    store('local', 'callup.test', 'one');
    expect(stored('local', 'callup.test')).toBe('one');
    expect(storedKeys('local')).toContain('callup.test');
    store('local', 'callup.test', undefined);
    expect(stored('local', 'callup.test')).toBeNull();
  });

  it('goes on where it is forbidden', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(denied);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(stored('local', 'callup.test')).toBeNull();
    expect(() => store('local', 'callup.test', 'one')).not.toThrow();
    expect(storedKeys('local')).toEqual([]);
  });
});
