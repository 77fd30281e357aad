import { afterEach, describe, expect, it, vi } from 'vitest';
import { authPath } from '@/api/returnPath';
import { keepDraft, readDraft } from '@/api/drafts';
import { keepNext, keptNext, offerIn, safeNext, takeOffers } from './next';

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
    sessionStorage.clear();
    vi.useRealTimers();
  });

  it('comes back, and is forgotten when it was used', () => {
    keepNext('/create-campaign?step=2');
    expect(keptNext()).toBe('/create-campaign?step=2');
    keepNext(undefined);
    expect(localStorage.length).toBe(0);
  });

  it('brings the offer that was being made into the tab of the confirmation mail (55)', () => {
    keepDraft('offer.time.c1', 'guest', { hours: '3' });
    keepDraft('offer.time.c2', 'm1', { hours: '4' });
    keepDraft('gift.c1', 'guest', { values: { donor_email: 'ana@example.org' } });
    keepNext('/campaign/roof?give=time');
    expect(localStorage.getItem('callup.next')).not.toMatch(/m1|example/);
    sessionStorage.clear();
    takeOffers();
    expect(readDraft('offer.time.c1', 'guest')).toEqual({ hours: '3' });
    // What was written here since is newer.
    keepDraft('offer.time.c1', 'guest', { hours: '5' });
    takeOffers();
    expect(readDraft('offer.time.c1', 'guest')).toEqual({ hours: '5' });
    sessionStorage.clear();
    keepNext(undefined);
    takeOffers();
    expect(sessionStorage.length).toBe(0);
  });

  it('tells what one is asked to sign in for (55)', () => {
    expect(offerIn('/campaign/roof?give=time')).toBe('offer');
    expect(offerIn('/campaign/roof?give=materials')).toBe('offer');
    expect(offerIn('/campaign/roof?tab=shifts&shift=s1')).toBe('shift');
    for (const next of [undefined, '/campaign/roof', '/campaign/roof?give=money', '/explore?shift=s1']) {
      expect(offerIn(next)).toBeUndefined();
    }
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
