import { describe, expect, it } from 'vitest';
import { authPath, keepNext, keptNext, safeNext } from './next';

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
  it('is as safe as the others', () => {
    keepNext('/create-campaign');
    expect(keptNext()).toBe('/create-campaign');
    localStorage.setItem('callup.next', '//evil.example');
    expect(keptNext()).toBeUndefined();
    keepNext(undefined);
    expect(localStorage.length).toBe(0);
  });
});
