import { screen, waitFor, within } from '@testing-library/react';
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

const drafts = (...items: unknown[]) => ({ body: { items } });

it('lists drafts, and discards one as it was saved last', async () => {
  const user = userEvent.setup();
  const saved = { category: '', lang: 'en', begun_at: '2026-11-20T09:00:00Z', saved_at: '2026-11-20T10:00:00Z' };
  const sent = serve({
    '/api/me/campaigns': list(),
    '/api/me/drafts': drafts({ ...saved, id: 'd1', number: 7, title: 'A kiln' }, { ...saved, id: 'd2', number: 1, title: '' }),
    '/api/commands/discard-draft': [
      { status: 409, body: { status: 409, code: 'draft_conflict', title: '', detail: '' } },
      { body: { position: '9' } },
    ],
  });
  renderApp(<MinePage />, { session: ana });
  await screen.findByRole('heading', { name: 'Drafts' });
  expect(screen.getByRole('link', { name: 'Continue: A kiln' }).getAttribute('href')).toBe('/create-campaign?draft=d1&step=last');
  expect(screen.getByRole('link', { name: 'No title yet' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard: A kiln' }));
  await user.click(screen.getByRole('button', { name: 'Discard it' }));
  await screen.findByText(/^It was changed on another device/);
  await user.click(screen.getByRole('button', { name: 'Discard it' }));
  await waitFor(() => expect(currentToast()?.title).toBe('Draft discarded'));
  expect(sent.filter(({ path }) => path.endsWith('discard-draft')).map(({ body }) => body)).toEqual([
    { draft_id: 'd1', number: 7 },
    { draft_id: 'd1', number: 7 },
  ]);
});

it('invites to begin where there is no campaign', async () => {
  serve({ '/api/me/campaigns': list(), '/api/me/drafts': drafts() });
  renderApp(<MinePage />, { session: ana });
  await screen.findByRole('heading', { name: 'No campaigns yet' });
  expect(screen.getAllByRole('link', { name: 'New campaign' })).toHaveLength(1);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('offers for each campaign what its state allows, and keeps a reason that was refused', async () => {
  const user = userEvent.setup();
  const cafe = aCampaignCard();
  const sent = serve({
    '/api/me/drafts': drafts(),
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
  const reason = await screen.findByRole('textbox', { name: 'Why are you cancelling it?' });
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

it('opens the ways to share a campaign (53)', async () => {
  const user = userEvent.setup();
  serve({ '/api/me/drafts': drafts(), '/api/me/campaigns': list(aCampaignCard()) });
  renderApp(<MinePage />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const sheet = await screen.findByRole('dialog', { name: 'Share' });
  expect(within(sheet).getByRole('img', { name: 'QR code of the link' })).toBeTruthy();
});
