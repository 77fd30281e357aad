import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { FoundGift } from '@/api/generated/giving';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { GiftsPage } from './GiftsPage';

beforeAll(async () => {
  await startTexts();
  // The test's document knows no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});

const path = '/api/admin/gifts';
const command = '/api/commands/return-gift';
const gift: FoundGift = {
  id: 'line',
  person: { name: 'Noor', avatar: '' },
  anonymous: false,
  status: 'completed',
  amount: 2000,
  refunded: 0,
  refund_pending: 0,
  currency: 'EUR',
  cost: 55,
  cost_currency: 'EUR',
  asked: '',
  message: '',
  lang: 'en',
  at: '2026-11-20T09:00:00Z',
  campaign_id: 'c1',
  campaign_slug: 'mill',
  campaign_title: 'The mill',
  campaign_lang: 'en',
  dispute_link: '',
};
const list = (...items: readonly FoundGift[]) => ({ body: { items, next: '', total: items.length } });

it('finds gifts and gives one back, whole or in part, with a reason', async () => {
  const user = userEvent.setup();
  const sent = serve({ [path]: list(), [`${path}?q=mill`]: list(gift), [command]: { body: { position: '9' } } });
  renderApp(<GiftsPage />, { session: ana });
  await user.type(await screen.findByRole('searchbox'), 'mill');
  await user.click(await screen.findByRole('button', { name: 'Refund the gift of Noor' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Refund a gift of €20.00' }));
  expect(dialog.queryByText('The payment provider keeps its fee of €0.55.')).not.toBeNull();
  await user.type(dialog.getByLabelText(/^Amount in EUR/), '7,5');
  await user.type(dialog.getByLabelText(/^Reason/), 'You gave twice');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find((one) => one.path === command)?.body).toEqual({
    campaign_id: 'c1',
    gift_id: 'line',
    amount: 750,
    reason: 'You gave twice',
  });
});

it('says until when a dispute can be answered, and where', async () => {
  const disputed = { ...gift, status: 'disputed' as const, dispute_link: 'https://pay.example/dp_1' };
  serve({ [path]: list({ ...disputed, answer_by: '2026-12-01T09:00:00Z' }, { ...disputed, id: 'other', dispute_link: '' }) });
  renderApp(<GiftsPage />, { session: ana });
  expect(await screen.findByText(/Answer the dispute by December 1, 2026/)).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Open the dispute' }).getAttribute('href')).toBe('https://pay.example/dp_1');
  expect(screen.queryByText('This dispute can’t be answered')).not.toBeNull();
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
});
