import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import type { SessionState } from '@/api/session';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { marked } from './marked';
import { Search } from './Search';

const me = { id: 'm1', name: 'Ana', email: 'ana@example.org', bio: '', location: '', lang: 'en', roles: [], created_at: '' };
const campaign = {
  id: 'c1',
  title: 'Réparer le café',
  text: '',
  lang: 'fr',
  by: 'Lucas',
  picture: '',
  campaign: {
    slug: 'cafe',
    category: 'community',
    currency: 'EUR',
    raised_amount: 423_000,
    goal_amount: 600_000,
    resources: ['money'],
    status: 'active',
    end_date: '',
    photo: '',
    photo_blur: '',
  },
};
const bench = { ...campaign, id: 'c2', title: 'A bench at the cafe', campaign: { ...campaign.campaign, slug: 'bench' } };
const company = { kind: 'company', followers: 318, verified: true };
const mill = { id: 'p1', title: 'Café Mill', text: '', lang: 'en', by: '', page: company };
const said = { id: 'o1', title: '', text: '… at the café tomorrow', lang: 'en', by: 'Gil', posted_at: '2026-11-20T09:00:00Z' };
const path = '/api/search';
const group = (kind: string, count: number, ...items: readonly object[]) => ({ kind, items, count, more: count >= 300 });
const list = (...groups: readonly object[]) => ({ body: { words: '', other: false, groups } });

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

function show(answers: Parameters<typeof serve>[0], session: SessionState = ana) {
  const user = userEvent.setup();
  const sent = serve({ '/api/me': { body: me }, ...answers });
  renderApp(
    <>
      <Search />
      <Here />
    </>,
    { session, path: '/my' },
  );
  return { user, sent };
}

const field = () => screen.getByRole('combobox', { name: 'Search campaigns, pages and people' });
const here = () => screen.getByTestId('here').textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

it('opens by Ctrl or Cmd with k, by the slash and by its button, and names the places there are', async () => {
  const { user, sent } = show({});
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  const places = ['DashboardEnter', 'Explore campaigns', 'Notifications', 'Profile', 'Settings'];
  expect(options()).toEqual(expect.arrayContaining(places));
  expect(options()).not.toContain('Members and roles');
  await user.keyboard('{Meta>}k{/Meta}');
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.keyboard('/');
  expect(document.activeElement).toBe(field());
  await user.keyboard('a/b');
  expect((field() as HTMLInputElement).value).toBe('a/b');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(screen.getByRole('button', { name: 'Search campaigns, pages and people' }));
  expect(document.activeElement).toBe(field());
  expect(sent.some((one) => one.path === path)).toBe(false);
});

it('finds things once typing rests, and leads to the one chosen by the arrow keys', async () => {
  const groups = [group('campaign', 2, campaign, bench), group('page', 300, mill), group('post', 1, said)];
  const { user, sent } = show({ [path]: list(...groups) });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('cafe');
  const found = await screen.findByRole('group', { name: 'Campaigns 2' });
  expect(within(found).getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Réparer le café€4,230 of €6,000 · No deadlineEnter',
    'A bench at the cafe€4,230 of €6,000 · No deadline',
    'All campaigns for “cafe”',
  ]);
  expect(found.querySelector('mark')?.textContent).toBe('café');
  const [page, allPages] = within(screen.getByRole('group', { name: 'Pages 300+' })).getAllByRole('option');
  expect(page?.textContent).toBe('CMCafé MillCompany · 318 followersVerified');
  expect(allPages?.getAttribute('href')).toBe('/my/pages?q=cafe');
  const post = within(screen.getByRole('group', { name: 'Posts 1' })).getByRole('option');
  expect(post.textContent).toMatch(/^G… at the café tomorrowGil · /u);
  expect(post.getAttribute('href')).toBe('/my/activity?post=o1');
  expect(sent.filter((one) => one.path === path)).toHaveLength(1);
  expect(screen.getByText('303 results')).toBeTruthy();
  expect(active()).toContain('Réparer');
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('bench');
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('All campaigns for “cafe”');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(here()).toBe('/campaign/bench');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('finds members by their names, and leads to their pages and to all of them (O51)', async () => {
  const bea = { id: 'm2', title: 'Béa Caféière', text: '', lang: '', by: '', picture: '', member: { location: 'Lyon' } };
  const { user } = show({ [path]: list(group('member', 1, bea)) });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('cafe');
  const [member, all] = within(await screen.findByRole('group', { name: 'Members 1' })).getAllByRole('option');
  expect(member?.textContent).toContain('Béa CaféièreLyon');
  expect(member?.getAttribute('href')).toBe('/my/user/m2');
  expect(all?.getAttribute('href')).toBe('/my/explore?tab=people&q=cafe');
});

it('leads to all campaigns where Enter comes before the answer, and forgets its words', async () => {
  const { user } = show({ [path]: [list(group('campaign', 1, campaign)), 'never'] });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('cafe');
  await screen.findByRole('group', { name: 'Campaigns 1' });
  await user.keyboard(' & b{Enter}');
  expect(here()).toBe('/explore?q=cafe%20%26%20b');
  await user.keyboard('{Control>}k{/Control}');
  expect((field() as HTMLInputElement).value).toBe('');
  await user.keyboard('profile{Enter}');
  expect(here()).toBe('/my/profile');
});

it('finds places by their names without accents or capitals, and says what was meant', async () => {
  const { user } = show({ [path]: [list(), { body: { words: 'cafe', other: true, groups: [group('campaign', 1, campaign)] } }] });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('S');
  expect(screen.getByText('Type at least two letters.')).toBeTruthy();
  await user.keyboard('ÉTT');
  expect(options()).toEqual(['SettingsEnter']);
  expect(await screen.findByText('No campaigns, pages, posts or members found.')).toBeTruthy();
  await user.clear(field());
  await user.keyboard('caef');
  expect(await screen.findByText('No results for “caef”. Showing results for “cafe”.')).toBeTruthy();
  expect(screen.getByRole('option', { name: /^All/u }).getAttribute('href')).toBe('/explore?q=cafe');
  await user.keyboard('{Enter}');
  expect(here()).toBe('/campaign/cafe');
});

it('shows a visitor campaigns alone, and asks nothing about a member', async () => {
  const { user, sent } = show({ [path]: list(group('campaign', 1, campaign)) }, { status: 'anonymous' });
  await user.click(await screen.findByRole('button', { name: 'Search campaigns' }));
  const visitors = await screen.findByRole('combobox', { name: 'Search campaigns' });
  expect(options()).toEqual([]);
  await user.type(visitors, 'cafe');
  await screen.findByRole('group', { name: 'Campaigns 1' });
  expect(sent.map((one) => one.path)).toEqual([path]);
});

it('says that it waits, that it found nothing, and that it failed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user } = show({
    [path]: [list(), { status: 503, body: { status: 503, code: 'internal' } }, list(group('campaign', 1, campaign))],
  });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await user.keyboard('xyzzy');
  expect(screen.getByRole('status', { name: 'Loading...' })).toBeTruthy();
  expect(await screen.findByText('No results for “xyzzy”')).toBeTruthy();
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.clear(field());
  await user.keyboard('cafe');
  const failure = within(await screen.findByRole('alert', {}, { timeout: 5000 }));
  await user.click(failure.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(options()).toContain('All campaigns for “cafe”'));
});

it('marks words wherever they stand, however they are written', () => {
  const hits = (text: string, words: string) => marked(text, words).filter(({ hit }) => hit).map((piece) => piece.text);
  expect(hits('Réparer le café réparé', 'repar  CAFE')).toEqual(['Répar', 'café', 'répar']);
  expect(hits('A roof', '')).toEqual([]);
  expect(marked('A roof', 'x').map((piece) => piece.text)).toEqual(['A roof']);
});
