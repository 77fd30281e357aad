import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { About } from '@/api/generated/platform';
import { someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { AboutPage } from './AboutPage';

beforeAll(() => startTexts());

const nothing: About = { phone: '', address: '', office_hours: [], team: [], volunteers: [], current_team: [], supporters: [] };

function show(operator: Partial<About>, name?: string) {
  serve({
    '/api/settings': { body: { ...someSettings, ...(name && { operator_name: name }) } },
    '/api/operator': { body: { ...nothing, ...operator } },
  });
  renderApp(<AboutPage />);
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('names whom the operator names', async () => {
  show(
    {
      team: [{ name: 'Ana Duval', role: 'Director' }],
      volunteers: [{ name: 'Bo' }],
      current_team: [{ name: 'Cy' }],
      supporters: ['Ville de Lyon'],
    },
    'Les Voisins',
  );
  const team = (await screen.findByRole('heading', { name: 'Our team' })).closest('section');
  expect(within(team as HTMLElement).getByText('Ana Duval')).toBeTruthy();
  expect(within(team as HTMLElement).getByText('Director')).toBeTruthy();
  expect(headings().slice(1, 5)).toEqual(['Our team', 'Our volunteers', 'Our current team', 'Our supporters']);
  expect(screen.getByText('Ville de Lyon')).toBeTruthy();
  expect(await screen.findByText('Les Voisins runs this site.')).toBeTruthy();
});

it('leaves out the groups without a name', async () => {
  show({ volunteers: [{ name: 'Bo' }] });
  await screen.findByText('Bo');
  expect(headings()).toEqual(['Our values', 'Our volunteers', 'What does your community need?']);
});

it('leads to a new campaign', () => {
  show({});
  expect(screen.getByRole('link', { name: 'Create your Callup' }).getAttribute('href')).toBe('/create-campaign');
});
