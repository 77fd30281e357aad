import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast, dismissToast } from '@/ui/toast';
import { HomePage } from './HomePage';

const nothing = { body: { items: [], next: '', total: 0 } };
const lists = {
  '/api/me/campaigns': nothing,
  '/api/me/transactions': nothing,
  '/api/me/waiting': { body: { campaigns: [] } },
  '/api/me/invitations': { body: { items: [] } },
  '/api/me/page-invitations': { body: { items: [] } },
  '/api/me/shifts': { body: { items: [] } },
  '/api/me/followed': nothing,
  '/api/pages': { body: { ...nothing.body, kinds: [] } },
};
const pending = {
  id: 'd1',
  status: 'pending',
  reason: '',
  campaign_id: 'c1',
  campaign_slug: 'roof',
  campaign_title: 'A roof',
  campaign_lang: 'en',
  category: 'community',
  amount: 2500,
  fee: 0,
  currency: 'EUR',
  counted_amount: 2500,
  counted_currency: 'EUR',
  rate_num: 1,
  rate_den: 1,
  rate_date: '2026-11-20',
  rate_source: '',
  refunded_amount: 0,
  refund_pending: 0,
  anonymous: false,
  message: '',
  lang: 'en',
  started_at: '2026-11-20T10:00:00Z',
};

function steps(skipped: boolean, profile: boolean, taken_part: boolean) {
  return { '/api/me/onboarding': { body: { skipped, profile, taken_part } } };
}

beforeAll(() => startTexts());
beforeEach(() => dismissToast());

it.each([
  [false, false, '0 of 2'],
  [true, false, '1 of 2'],
  [false, true, '1 of 2'],
])('counts the first steps from facts: profile %s, taken part %s', async (profile, takenPart, progress) => {
  serve({ ...lists, ...steps(false, profile, takenPart) });
  renderApp(<HomePage />, { session: ana });
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuetext')).toBe(progress);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Callup!');
  expect(screen.queryByRole('heading', { name: 'My campaigns' }) !== null).toBe(takenPart);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.slice(0, 3)).toEqual(['/my/profile', '/create-campaign', '/explore']);
});

it('does not say that nothing waits before it knows', async () => {
  serve({ ...lists, ...steps(false, true, true), '/api/me/transactions': { status: 500, body: { code: 'internal' } } });
  renderApp(<HomePage />, { session: ana });
  await screen.findByText('Your gifts could not be loaded');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('To do');
});

it('shows what waits once the steps are done', async () => {
  serve({ ...lists, ...steps(false, true, true), '/api/me/transactions': { body: { items: [pending], next: '', total: 1 } } });
  renderApp(<HomePage />, { session: ana });
  const look = await screen.findByRole('link', { name: 'Check status' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('To do');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(look.getAttribute('href')).toBe('/campaign/roof/thanks?donation=d1');
  const gifts = within(screen.getByRole('heading', { name: 'My gifts' }).parentElement ?? document.body);
  expect(gifts.getByRole('listitem').textContent).toContain('€25');
  expect(gifts.getByText('Pending')).toBeTruthy();
  expect(screen.queryByText('You skipped onboarding.')).toBeNull();
});

it('names the invitations that wait, and leads to where they are answered', async () => {
  const at = '2026-11-20T10:00:00Z';
  const page = { page_id: 'p1', invitation_id: 'i1', name: 'Mill', lang: 'en', logo: '', owner: 'Olga', at };
  const campaign = { campaign_id: 'c1', invitation_id: 'i2', campaign_title: 'A roof', campaign_lang: 'en', owner: 'Olga', at };
  serve({
    ...lists,
    ...steps(false, true, true),
    '/api/me/invitations': { body: { items: [campaign] } },
    '/api/me/page-invitations': { body: { items: [page] } },
  });
  renderApp(<HomePage />, { session: ana });
  const rows = await screen.findAllByText(/^You are invited to/);
  expect(rows.map((row) => row.parentElement?.textContent)).toEqual([
    'MillYou are invited to edit this page',
    'A roofYou are invited to co-organize this campaign',
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('To do');
  const links = screen.getAllByRole('link', { name: 'Answer' }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/my/pages', '/my/campaigns']);
});

it('lets who skipped the steps take them up again', async () => {
  const done = { '/api/commands/skip-onboarding': { body: { position: '7' } } };
  const sent = serve({ ...lists, ...steps(false, false, false), ...done });
  renderApp(<HomePage />, { session: ana });
  await userEvent.click(await screen.findByRole('button', { name: 'Skip onboarding' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'You’re all caught up' })).toBeTruthy();
  await waitFor(() => expect(currentToast()?.title).toBe('Onboarding skipped'));
  expect(await screen.findByText(/No campaigns yet/)).toBeTruthy();
  expect(await screen.findByText('No gifts yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  const bodies = sent.filter(({ path }) => path.endsWith('skip-onboarding')).map(({ body }) => body);
  expect(bodies).toEqual([{ skipped: true }, { skipped: false }]);
});

it('says that skipping failed, and shows the steps again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const refused = { '/api/commands/skip-onboarding': { status: 422, body: { status: 422, code: 'unknown' } } };
  serve({ ...lists, ...steps(false, false, false), ...refused });
  renderApp(<HomePage />, { session: ana });
  await userEvent.click(await screen.findByRole('button', { name: 'Skip onboarding' }));
  await waitFor(() => expect(currentToast()?.title).toBe('Failed to skip onboarding'));
  expect(screen.getByRole('progressbar')).toBeTruthy();
});

it('shows beside the feed what is one’s own, and nothing of what one has none of', async () => {
  const shift = {
    id: 's1',
    title: 'Slates, upstairs',
    place: '14 rue Perrod',
    lang: 'en',
    starts_at: '2026-12-05T08:00:00Z',
    ends_at: '2026-12-05T12:00:00Z',
    time_zone: 'Europe/Brussels',
  };
  const followed = [1, 2, 3, 4, 5].map((n) => ({
    id: `c${n}`,
    slug: `roof-${n}`,
    title: `A roof ${n}`,
    lang: 'en',
    category: 'community',
    photo: '',
  }));
  serve({
    ...lists,
    ...steps(true, true, true),
    '/api/me/shifts': { body: { items: [shift] } },
    '/api/me/followed': { body: { items: followed, next: '', total: 5 } },
  });
  renderApp(<HomePage />, { session: ana });
  const side = within(await screen.findByRole('complementary', { name: 'Overview' }));
  expect((await side.findByRole('link', { name: 'Slates, upstairs' })).getAttribute('href')).toBe('/my/shifts');
  expect(side.queryByRole('heading', { name: 'Pages I follow' })).toBeNull();
  expect(side.getAllByRole('link', { name: /^A roof/ })).toHaveLength(4);
  await userEvent.click(side.getByRole('button', { name: /^See all/ }));
  expect(side.getAllByRole('link', { name: /^A roof/ })).toHaveLength(5);
  expect(side.getByRole('link', { name: 'Create a page' }).getAttribute('href')).toBe('/my/pages?new=page');
});
