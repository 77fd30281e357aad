import { expect, it } from 'vitest';
import { budgetOf, faultsIn, namespacesOf, pagesIn, readScreens, type Screen, visitsOf } from './screens.ts';

const about = { en: 'Settings.', fr: 'Réglages.', es: 'Ajustes.' };
const settings: Screen = {
  name: 'settings',
  path: '/my/settings',
  page: 'features/my/settings/SettingsPage',
  who: 'member',
  title: 'settings:title',
  about,
};
const pages = [settings.page];

it('the list of screens names every page, and nothing else', () => {
  expect(faultsIn(readScreens(), pagesIn())).toEqual([]);
});

it('a page that is in no list is told what to add', () => {
  expect(faultsIn([], pages)).toEqual([
    'src/features/my/settings/SettingsPage.tsx is no screen yet: add {"name", "path", "page": ' +
      '"features/my/settings/SettingsPage", "title", "about"} to src/app/screens.json, or name the file without "Page"',
  ]);
});

it.each([
  [{}, []],
  [{ page: 'features/my/GonePage' }, ['has the page features/my/GonePage, but there is no src/features/my/GonePage.tsx']],
  [{ title: 'Settings' }, ['needs a "title"']],
  [{ about: { ...about, es: '' } }, ['needs an "about" in each language']],
  [{ budget: 'huge' as 'form' }, ['has a budget that is none of reading, form, member']],
  [
    { sidebar: [{ group: 'staff' as const, icon: 'mail', text: 'messages', role: 'boss' as 'staff' }] },
    ['has a role in the sidebar that is none of staff, moderator, auditor, administrator'],
  ],
  [{ path: '/my/:id' }, ["can't be visited at /my/:id"]],
  [{ path: '/u/:id', who: 'anyone' as const, visits: { user: '/u/1' } }, ['has no address of its own for the sitemap']],
])('a screen with %j has the faults %j', (changes, faults) => {
  const said = faultsIn([{ ...settings, ...changes }], [...pages]).filter((fault) => fault.startsWith('the screen'));
  expect(said).toHaveLength(faults.length);
  faults.forEach((fault, index) => expect(said[index]).toContain(`the screen "settings" in src/app/screens.json ${fault}`));
});

it('two screens have two names', () => {
  expect(faultsIn([settings, settings], pages)).toContain(
    'the screen "settings" in src/app/screens.json has the name of another',
  );
});

it('what is not said follows from who may open it', () => {
  expect([namespacesOf(settings), budgetOf(settings), visitsOf(settings)]).toEqual([
    ['settings'],
    350,
    [['settings', '/my/settings']],
  ]);
  expect(budgetOf({ ...settings, who: 'anyone' })).toBe(190);
  expect(namespacesOf({ page: 'app/NotFoundPage' })).toEqual([]);
  expect(namespacesOf({ page: 'app/settings/SettingsPage', texts: ['features/auth'] })).toEqual(['settings', 'auth']);
});
