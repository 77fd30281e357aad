import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { DirectoryPage } from './DirectoryPage';

const vera = {
  id: 'm2',
  name: 'Vera Moreau',
  avatar: '',
  bio: 'Mends things',
  location: 'Lyon',
  lang: 'fr',
  skills: ['Soldering'],
  joined_at: '2026-11-20T10:00:00Z',
};

beforeAll(() => startTexts());

function show(people: object[], path = '/my/explore') {
  serve({
    '/api/campaigns': { body: { items: [], next: '', total: 1200, more: true } },
    '/api/campaigns?q=vera&limit=12': { body: { items: [], next: '', total: 7 } },
    '/api/people': { body: { items: people, next: '', total: people.length } },
    '/api/people?limit=12&q=vera': { body: { items: [], next: '', total: 0 } },
  });
  renderApp(<DirectoryPage />, { session: ana, path });
}

it('counts campaigns and members, and lists members with a way to their pages (D-01, D-04)', async () => {
  show([vera]);
  expect(await screen.findByRole('tab', { name: 'Campaigns 1,200+' })).toBeTruthy();
  await userEvent.setup().click(await screen.findByRole('tab', { name: 'Members 1' }));
  expect((await screen.findByRole('link', { name: 'Vera Moreau' })).getAttribute('href')).toBe('/my/user/m2');
  expect(screen.getByText('Soldering')).toBeTruthy();
});

it('searches both, so that the counts follow (D-03)', async () => {
  show([], '/my/explore?tab=people');
  expect(await screen.findByText('Members appear here once they choose to be listed.')).toBeTruthy();
  await userEvent.setup().type(screen.getByRole('searchbox', { name: 'Search' }), 'vera');
  expect(await screen.findByText('Try other words.')).toBeTruthy();
  expect(await screen.findByRole('tab', { name: 'Campaigns 7' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Members 0' })).toBeTruthy();
});
