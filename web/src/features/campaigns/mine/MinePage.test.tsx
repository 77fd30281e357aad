import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aCampaignCard } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast, dismissToast } from '@/ui/toast';
import { MinePage } from './MinePage';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await startTexts();
});
beforeEach(() => dismissToast());

const list = (...items: unknown[]) => ({ body: { items, next: '', total: items.length } });

it('invites to begin where there is no campaign', async () => {
  serve({ '/api/me/campaigns': list() });
  renderApp(<MinePage />, { session: ana });
  await screen.findByRole('heading', { name: 'No campaigns yet' });
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('offers for each campaign what its state allows, and keeps a reason that was refused', async () => {
  const user = userEvent.setup();
  const cafe = aCampaignCard();
  const sent = serve({
    '/api/me/campaigns': list(
      cafe,
      aCampaignCard({ id: 'c2', title: 'A loom', status: 'completed' }),
      aCampaignCard({ id: 'c3', title: 'A kiln', status: 'cancelled' }),
    ),
    '/api/commands/cancel-campaign': [
      { status: 422, body: { code: 'too_long', errors: [{ field: 'reason', code: 'too_long', args: { max: 500 } }] } },
      { body: { position: '1' } },
    ],
  });
  renderApp(<MinePage />, { session: ana });
  const open = await screen.findByRole('article', { name: 'Reopen the café' });
  expect(open.textContent).toContain('€0 raised of €6,000');
  expect(screen.getAllByRole('button', { name: 'Pause' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Cancel campaign' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cancel campaign' }));
  const reason = await screen.findByRole('textbox', { name: 'Why do you cancel it?' });
  await user.type(reason, 'It was stolen');
  await user.click(screen.getByRole('button', { name: 'Cancel it for good' }));
  await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
  expect((reason as HTMLTextAreaElement).value).toBe('It was stolen');
  await user.type(reason, '!');
  await user.click(screen.getByRole('button', { name: 'Cancel it for good' }));
  await waitFor(() => expect(currentToast()?.title).toBe('The campaign was cancelled'));
  expect(sent.findLast(({ path }) => path === '/api/commands/cancel-campaign')?.body).toEqual({
    campaign_id: 'c1',
    reason: 'It was stolen!',
  });
});
