import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { InteractionsPage } from './InteractionsPage';

beforeAll(() => startTexts('en'));

it('tells how often what was pressed in a time, and what is too rare to be told apart', async () => {
  const user = userEvent.setup();
  const counts = [{ action_type: 'onboarding', times: 1234, members: 40 }];
  const sent = serve({
    '/api/admin/interactions': [{ body: { days: 30, counts, rest: 7 } }, { body: { days: 7, counts: [], rest: 0 } }],
  });
  renderApp(<InteractionsPage />, { session: ana });
  const row = within(await screen.findByRole('row', { name: /Onboarding step/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1,234', '40']);
  expect(screen.getByText(/Plus 7 clicks/)).toBeDefined();
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await screen.findByText('No usage data in this period');
  expect(sent).toHaveLength(2);
});

it('is for staff only', async () => {
  serve({ '/api/admin/interactions': { status: 403, body: { code: 'forbidden' } } });
  renderApp(<InteractionsPage />, { session: ana });
  const home = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Go to your dashboard' });
  expect(new URL(home.href).pathname).toBe('/my');
});
