import { describe, expect, it } from 'vitest';
import { arrivals, withNewest, withOlder } from './liveList';

const line = (id: string) => ({ id });
const lines = (ids: string) => ids.split('').map(line);
const names = (known: { items: readonly { id: string }[] }) => known.items.map(({ id }) => id).join('');

describe('a live list', () => {
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
    expect(withNewest({ items: lines('b'), next: '' }, { items: lines('cba'), next: '' })).toEqual({
      items: lines('cba'),
      next: '',
    });
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
