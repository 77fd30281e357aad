import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Given } from './Given';

const path = '/api/me/contributions';
const euros = { amount: 123_450, currency: 'EUR', gifts: 12 };

beforeAll(() => startTexts());

const figures = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]);

it('says what was given in each currency, to how many campaigns, as it changes', async () => {
  const dollars = { amount: 500, currency: 'USD', gifts: 1 };
  serve({ [path]: { body: { totals: [euros, dollars], campaigns: 1 } } });
  const { push } = renderApp(<Given />, { session: ana });
  await screen.findByText('in 12 gifts');
  expect(figures()).toEqual([
    ['in 12 gifts', '€1,234.50'],
    ['in 1 gift', '$5'],
    ['campaign supported', '1'],
  ]);
  push('me', 'my-contributions', { totals: [{ ...euros, gifts: 13 }], campaigns: 2 });
  expect(await screen.findByText('in 13 gifts')).toBeTruthy();
  expect(screen.getByText('campaigns supported')).toBeTruthy();
});

it('leads to campaigns where nothing was given yet', async () => {
  serve({ [path]: { body: { totals: [], campaigns: 0 } } });
  renderApp(<Given />, { session: ana });
  expect(await screen.findByText(/^Nothing under your name yet\./)).toBeTruthy();
  const section = within(screen.getByRole('region', { name: 'What you have given' }));
  expect(section.getByRole('link', { name: 'Explore campaigns' }).getAttribute('href')).toBe('/explore');
});
