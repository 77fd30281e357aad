import { expect, it } from 'vitest';
import { withText } from './text.ts';

it('a text is put where its key says, behind what is there', () => {
  expect(withText({ title: 'A', search: { words: 'B' } }, 'search.near', 'C')).toEqual({ title: 'A', search: { words: 'B', near: 'C' } });
  expect(withText({}, 'title', 'A')).toEqual({ title: 'A' });
  expect(withText({ title: 'A' }, 'title', 'B')).toEqual({ title: 'B' });
});

it('a text never takes the place of others', () => {
  expect(() => withText({ search: { words: 'B' } }, 'search', 'C')).toThrow('search has texts below it');
  expect(() => withText({ title: 'A' }, 'title.long', 'C')).toThrow('title is a text');
});
