import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { marked } from './marked';
import { Search } from './Search';

const me = { id: 'm1', name: 'Ana', email: 'ana@example.org', bio: '', location: '', lang: 'en', roles: [], created_at: '' };
const campaign = {
  id: 'c1',
  slug: 'cafe',
  title: 'Réparer le café',
  description: '',
  category: 'community',
  currency: 'EUR',
  raised_amount: 423_000,
  goal_amount: 600_000,
  resources: ['money'],
  status: 'active',
  end_date: '',
  lang: 'fr',
  location: 'Lyon',
  organizer: { name: 'Lucas' },
};
const path = '/api/campaigns';
const list = (...items: readonly object[]) => ({ body: { items, next: '', total: items.length } });

beforeAll(async () => {
  await startTexts();
  // The test's document knows no modal dialogs, and scrolls nothing.
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector('input')?.focus();
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});

function Here() {
  const { pathname, search } = useLocation();
  return <output data-testid="here">{pathname + search}</output>;
}

function show(answers: Parameters<typeof serve>[0]) {
  const user = userEvent.setup();
  const sent = serve({ '/api/me': { body: me }, ...answers });
  renderApp(
    <>
      <Search />
      <Here />
    </>,
    { session: ana, path: '/my' },
  );
  return { user, sent };
}

const field = () => screen.getByRole('combobox', { name: 'Search campaigns and pages' });
const here = () => screen.getByTestId('here').textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

it('opens by Ctrl or Cmd with k and by its button, and names the pages there are', async () => {
  const { user, sent } = show({});
  await user.keyboard('{Control>}k{/Control}');
  expect(options()).toEqual(expect.arrayContaining(['Dashboard', 'Explore campaigns', 'Notifications', 'Profile', 'Settings']));
  expect(options()).not.toContain('Members and roles');
  await user.keyboard('{Meta>}k{/Meta}');
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Search campaigns and pages' }));
  expect(document.activeElement).toBe(field());
  expect(sent.some((one) => one.path === path)).toBe(false);
});

it('finds campaigns once typing rests, and leads to the one chosen by the arrow keys', async () => {
  const { user, sent } = show({ [path]: list(campaign, { ...campaign, id: 'c2', slug: 'bench', title: 'A bench at the cafe' }) });
  await user.keyboard('{Control>}k{/Control}cafe');
  const found = await screen.findByRole('group', { name: 'Campaigns' });
  expect(within(found).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Réparer le café€4,230 of €6,000 · No deadline',
    'A bench at the cafe€4,230 of €6,000 · No deadline',
    'All results for “cafe”',
  ]);
  expect(found.querySelector('mark')?.textContent).toBe('café');
  expect(sent.filter((one) => one.path === path)).toHaveLength(1);
  expect(screen.getByText('3 results')).toBeTruthy();
  expect(active()).toContain('Réparer');
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('bench');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe('All results for “cafe”');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(here()).toBe('/campaign/bench');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('leads to all results where Enter comes before the answer, and forgets its words', async () => {
  const { user } = show({ [path]: [list(campaign), 'never'] });
  await user.keyboard('{Control>}k{/Control}cafe');
  await screen.findByRole('group', { name: 'Campaigns' });
  await user.keyboard(' & b{Enter}');
  expect(here()).toBe('/explore?q=cafe%20%26%20b');
  await user.keyboard('{Control>}k{/Control}');
  expect((field() as HTMLInputElement).value).toBe('');
  await user.keyboard('profile{Enter}');
  expect(here()).toBe('/my/profile');
});

it('finds pages by their names without accents or capitals', async () => {
  const { user } = show({ [path]: list() });
  await user.keyboard('{Control>}k{/Control}SÉTT');
  expect(options()).toEqual(['Settings']);
  expect(await screen.findByText('No campaign has these words.')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(here()).toBe('/my/settings');
});

it('says that it waits, that it found nothing, and that it failed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user } = show({ [path]: [list(), { status: 503, body: { status: 503, code: 'internal' } }, list(campaign)] });
  await user.keyboard('{Control>}k{/Control}xyzzy');
  expect(screen.getByRole('status', { name: 'Loading...' })).toBeTruthy();
  expect(await screen.findByText('Nothing found for “xyzzy”')).toBeTruthy();
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.clear(field());
  await user.keyboard('cafe');
  const failure = within(await screen.findByRole('alert', {}, { timeout: 5000 }));
  await user.click(failure.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(options()).toContain('All results for “cafe”'));
});

it('marks words wherever they stand, however they are written', () => {
  const hits = (text: string, words: string) => marked(text, words).filter(({ hit }) => hit).map((piece) => piece.text);
  expect(hits('Réparer le café réparé', 'repar  CAFE')).toEqual(['Répar', 'café', 'répar']);
  expect(hits('A roof', '')).toEqual([]);
  expect(marked('A roof', 'x').map((piece) => piece.text)).toEqual(['A roof']);
});
