import { describe, expect, it } from 'vitest';
import type { Supporter } from '@/api/generated';
import { paragraphs } from './paragraphs';
import { arrivals, withNewest, withOlder } from './supporters';

const line = (id: string): Supporter => ({
  id,
  kind: 'money',
  amount: 1000,
  currency: 'EUR',
  anonymous: false,
  at: '2026-11-20T20:00:00Z',
  lang: 'en',
  message: '',
  person: { name: id },
});
const lines = (ids: string) => ids.split('').map(line);
const names = (known: { items: readonly Supporter[] }) => known.items.map(({ id }) => id).join('');

describe('the list of supporters', () => {
  it('puts new gifts first and keeps the older pages', () => {
    const known = withOlder({ items: lines('edc'), next: 'c' }, { items: lines('ba'), next: '' });
    const after = withNewest(known, { items: lines('fed'), next: 'd' });
    expect(names(after)).toBe('fedcba');
    expect(after.next).toBe('');
  });

  it('drops what was taken back', () => {
    const known = { items: lines('edcba'), next: 'x' };
    expect(names(withNewest(known, { items: lines('ecb'), next: 'b' }))).toBe('ecba');
    expect(names(withNewest(known, { items: [], next: '' }))).toBe('');
  });

  it('starts again where pages no longer meet, rather than hide a gap', () => {
    const after = withNewest({ items: lines('edcba'), next: '' }, { items: lines('zyx'), next: 'x' });
    expect(names(after)).toBe('zyx');
    expect(after.next).toBe('x');
  });

  it('takes the whole when one page is all', () => {
    expect(withNewest({ items: lines('b'), next: '' }, { items: lines('cba'), next: '' })).toEqual({ items: lines('cba'), next: '' });
  });

  it('shows nobody twice when pages overlap', () => {
    expect(names(withOlder({ items: lines('dcb'), next: 'b' }, { items: lines('cba'), next: '' }))).toBe('dcba');
  });

  it('knows what arrived since the first look', () => {
    expect(arrivals(lines('fedc'), new Set('dcb'))).toBe(2);
    expect(arrivals(lines('dc'), new Set('dc'))).toBe(0);
    expect(arrivals(lines('a'), new Set())).toBe(1);
  });
});

describe('a story', () => {
  it('has a paragraph wherever a line was left empty', () => {
    expect(paragraphs('One\nstill one\n\n \nTwo  \r\n\r\nThree\n').map(({ text }) => text)).toEqual(['One\nstill one', 'Two', 'Three']);
    expect(paragraphs(' \n\n')).toEqual([]);
  });
});
