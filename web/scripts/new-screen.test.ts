import { expect, it } from 'vitest';
import { faultsIn, pagesIn, readScreens } from './screens.ts';
import { filesOf, listedWith } from './new-screen.ts';

const wanted = {
  folder: 'my/account-settings',
  path: '/my/settings',
  who: 'member',
  titles: ['It’s "yours"', "L'ensemble", 'Ajustes'],
} as const;

it('writes the page, its texts and a test, and an entry that the list takes', () => {
  const files = filesOf(wanted);
  const folder = 'features/my/account-settings';
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'AccountSettingsPage.test.tsx',
      'AccountSettingsPage.tsx',
      'texts.d.ts',
      'texts.en.json',
      'texts.es.json',
      'texts.fr.json',
    ].map((name) => `${folder}/${name}`),
  );
  expect(JSON.parse(files[`${folder}/texts.fr.json`] ?? '')).toEqual({ title: "L'ensemble" });
  const screens = listedWith(readScreens(), wanted);
  expect(faultsIn(screens, [...pagesIn(), `${folder}/AccountSettingsPage`])).toEqual([]);
  expect(screens.at(-1)?.path).toBe('*');
  expect(() => listedWith(screens, wanted)).toThrow('there is a screen "account-settings" already');
});

it('quotes a title as the language wants it', () => {
  const test = (title: string) =>
    filesOf({ ...wanted, titles: [title, '', ''] })['features/my/account-settings/AccountSettingsPage.test.tsx'];
  expect(test(`It's "yours"`)).toContain(String.raw`toBe('It\'s "yours"')`);
});
