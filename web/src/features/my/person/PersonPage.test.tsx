import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { PersonPage } from './PersonPage';

const vera = {
  id: 'm2',
  name: 'Vera Moreau',
  avatar: '',
  bio: '',
  location: '',
  lang: 'fr',
  skills: [],
  joined_at: '2026-11-20T10:00:00Z',
  own: false,
  campaigns: 0,
  pages: [],
  offers: [],
};
const well = { id: 'c1', slug: 'well', title: 'A well', lang: 'en', category: 'community', photo: '' };
const offered = {
  id: 'p1',
  campaign: well,
  kind: 'time',
  status: 'accepted',
  minutes: 120,
  item: '',
  quantity: 0,
  lang: 'en',
  pledged_at: '2026-11-20T10:00:00Z',
};

beforeAll(() => startTexts());

function show(body: object, { status = 200, path = '/my/user/m2' } = {}) {
  const sent = serve({ '/api/people/m2': { status, body }, '/api/people/m2?as=organizer': { status, body } });
  renderApp(
    <Routes>
      <Route path="/my/user/:id" element={<PersonPage />} />
    </Routes>,
    { session: ana, path },
  );
  return sent;
}

it('shows who it is, and that nothing else is shown (U-03, U-04)', async () => {
  show(vera);
  expect(await screen.findByRole('heading', { level: 1, name: 'Vera Moreau' })).toBeTruthy();
  expect(screen.getByText('No bio available')).toBeTruthy();
  expect(screen.getByText(/^Member since/u)).toBeTruthy();
  expect(screen.getByText('Nothing else to see here yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Explore' }).getAttribute('href')).toBe('/my/explore');
  expect(screen.queryByRole('radio')).toBeNull();
});

it('shows what they chose: words, skills, what they gave, pages and what they follow (O51)', async () => {
  const page = { id: 'g1', name: 'Repair café', lang: 'en', logo: '', owner: true, followers: 3, verified: true };
  show({
    ...vera,
    bio: 'Mends things',
    location: 'Lyon',
    skills: ['Soldering', 'Van licence'],
    pages: [page],
    given: {
      minutes: 240,
      time_campaigns: 1,
      things: 3,
      things_campaigns: 2,
      campaigns: [{ campaign: well, minutes: 240, things: 3, last_at: '2026-11-20T10:00:00Z' }],
    },
    following: { campaigns: [well], pages: [{ ...page, owner: false }] },
  });
  expect(await screen.findByText('Mends things')).toBeTruthy();
  expect(screen.getByText('Van licence')).toBeTruthy();
  const given = within(screen.getByRole('region', { name: 'Time and things given' }));
  expect(given.getAllByText('4 h')).toHaveLength(2);
  expect(given.getByText('received by 2 campaigns')).toBeTruthy();
  expect(given.getByRole('link', { name: 'A well' }).getAttribute('href')).toBe('/campaign/well');
  expect(within(screen.getByRole('region', { name: 'Pages' })).getByText('Owner · 3 followers')).toBeTruthy();
  const follows = within(screen.getByRole('region', { name: 'Follows' }));
  expect(follows.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/campaign/well', '/my/pages/g1']);
});

it.each([
  [404, 'member_not_found'],
  [422, 'validation_failed'],
])('says of nobody that there is no such user (U-07): %i', async (status, code) => {
  show({ status, code }, { status });
  expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeTruthy();
});

it('shows an organizer what was offered to campaigns of theirs', async () => {
  show({ ...vera, offers: [offered] });
  const offers = within(await screen.findByRole('region', { name: 'Offers to your campaigns' }));
  expect(offers.getByText('2 h offered')).toBeTruthy();
  expect(offers.getByText('Accepted')).toBeTruthy();
});

it('shows one’s own page as members and as organizers see it', async () => {
  const sent = show({ ...vera, own: true, hidden: true, offers: [offered] });
  expect(await screen.findByText(/^Only you can open this page/u)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Member' })).toHaveProperty('checked', true);
  await userEvent.setup().click(screen.getByRole('radio', { name: 'Organizer' }));
  expect(await screen.findByRole('region', { name: 'What you offered' })).toBeTruthy();
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/people/m2?as=organizer')).toBe(true));
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/my/profile');
});
