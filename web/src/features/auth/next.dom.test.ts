import { afterEach, describe, expect, it, vi } from 'vitest';
import { authPath } from '@/api/returnPath';
import { keepNext, keptNext, safeNext } from './next';

describe('safeNext', () => {
  it('follows paths of this site, with their query and fragment', () => {
    expect(safeNext('/create-campaign')).toBe('/create-campaign');
    expect(safeNext('/create-campaign?step=2#top')).toBe('/create-campaign?step=2#top');
    expect(safeNext('/')).toBe('/');
    expect(safeNext('/explore?q=a%2Fb')).toBe('/explore?q=a%2Fb');
  });

  it.each([
    null,
    undefined,
    '',
    'create-campaign',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n//evil.example',
    'javascript:alert(1)',
    '/./\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
  ])('refuses %j', (next) => {
    expect(safeNext(next)).toBeUndefined();
  });

  it('does not lead back to sign-in', () => {
    expect(safeNext('/auth?next=/auth')).toBeUndefined();
    expect(safeNext('/auth/confirm?token=x')).toBeUndefined();
    expect(safeNext('/authors')).toBe('/authors');
  });
});

describe('authPath', () => {
  it('names where to go, so that it comes back whole', () => {
    expect(authPath(undefined)).toBe('/auth');
    const path = authPath('/create-campaign?step=2', 'signup');
    const params = new URL(path, 'https://x.test').searchParams;
    expect(params.get('tab')).toBe('signup');
    expect(safeNext(params.get('next'))).toBe('/create-campaign?step=2');
  });
});

describe('the kept path', () => {
  afterEach(() => {
    localStorage.clear();
    vi.useRealTimers();
  });

  it('comes back, and is forgotten when it was used', () => {
    keepNext('/create-campaign?step=2');
    expect(keptNext()).toBe('/create-campaign?step=2');
    keepNext(undefined);
    expect(localStorage.length).toBe(0);
  });

  it('is as safe as the others, whoever wrote it', () => {
    keepNext('//evil.example');
    expect(keptNext()).toBeUndefined();
    localStorage.setItem('callup.next', JSON.stringify({ path: '//evil.example', at: Date.now() }));
    expect(keptNext()).toBeUndefined();
    vi.spyOn(console, 'warn').mockReturnValue();
    for (const text of ['/explore', '{', 'null', '{"path":"/explore"}', '{"path":7,"at":7}']) {
      localStorage.setItem('callup.next', text);
      expect(keptNext()).toBeUndefined();
      expect(localStorage.length).toBe(0);
    }
  });

  it('lasts an hour', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) });
    keepNext('/explore');
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 59, 59));
    expect(keptNext()).toBe('/explore');
    vi.setSystemTime(Date.UTC(2026, 10, 21, 13));
    expect(keptNext()).toBeUndefined();
    expect(localStorage.length).toBe(0);
    // A clock that was set back makes nothing last longer.
    keepNext('/explore');
    vi.setSystemTime(Date.UTC(2026, 10, 21, 11));
    expect(keptNext()).toBeUndefined();
  });

  it.each([
    '/campaign/atelier/thanks?donation=0190',
    '/campaign/atelier/thanks',
    '/campaign/atelier/%74hanks',
    '/explore?Donation=0190',
    '/explore?%64onation=0190',
    '/receipt/0190',
    '/my/receipts',
    '/explore?receipt=0190',
    '/campaign/%E0%A4%A',
  ])('is never %s', (path) => {
    keepNext('/explore');
    keepNext(path);
    expect(localStorage.length).toBe(0);
  });
});
