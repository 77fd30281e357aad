import { expect, it } from 'vitest';
import { sourceOf, withTexts } from './notice-texts.ts';
import { addText } from './text.ts';

it('texts of kinds take the place of those that were there, and leave others', () => {
  expect(withTexts({ title: 'A', says: { paid: 'B', ended: 'C' } }, { says: { paid: 'D' }, lines: [['E', 'F']] })).toEqual({
    title: 'A',
    says: { paid: 'D', ended: 'C' },
    lines: [['E', 'F']],
  });
});

it('every language has texts of the same kinds', () => {
  const kinds = Object.keys(sourceOf('en'));
  expect(kinds.length).toBeGreaterThan(10);
  for (const language of ['fr', 'es']) expect(Object.keys(sourceOf(language))).toEqual(kinds);
});

it('a text of a kind is changed where all of its texts are', () => {
  expect(() => addText('notifications', 'says.received', ['a', 'b', 'c'])).toThrow('lies in domain/notice/texts');
});
