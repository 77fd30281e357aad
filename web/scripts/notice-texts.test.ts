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

it('a kind that mails tell of has a text for that choice in the settings, and no other has', () => {
  type Choices = { kinds?: object; byMail?: object } | undefined;
  for (const language of ['en', 'fr', 'es']) {
    const kinds = Object.entries(sourceOf(language));
    const having = (choice: 'kinds' | 'byMail') =>
      kinds.filter(([kind, { bell }]) => kind in ((bell?.['choices'] as Choices)?.[choice] ?? {})).map(([kind]) => kind);
    expect(having('kinds')).toEqual(kinds.map(([kind]) => kind));
    expect(having('byMail')).toEqual(kinds.filter(([, { mail }]) => mail).map(([kind]) => kind));
  }
});

it('a text of a kind is changed where all of its texts are', () => {
  expect(() => addText('notifications', 'says.received', ['a', 'b', 'c'])).toThrow('lies in domain/notice/texts');
});
