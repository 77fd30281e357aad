import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { CampaignGift } from '@/api/generated/giving';
import { aCampaign } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Gifts } from './Gifts';

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

const gift: CampaignGift = {
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
};
const command = '/api/commands/refund-gift';
const declining = '/api/commands/decline-refund';

function gifts(owned: boolean, more: Partial<CampaignGift> = {}) {
  const campaign = aCampaign({ id: 'c1', owned });
  const sent = serve({
    [`/api/campaigns/${campaign.id}/gifts`]: { body: { items: [{ ...gift, ...more }], next: '', total: 1 } },
    [command]: { body: { position: '9' } },
    [declining]: { body: { position: '9' } },
  });
  renderApp(<Gifts campaign={campaign} />, { session: ana });
  return () => sent.filter(({ path }) => path === command || path === declining).map(({ body }) => body);
}

it('gives the owner a part of a gift back to give, or all of it', async () => {
  const user = userEvent.setup();
  const sent = gifts(true);
  await user.click(await screen.findByRole('button', { name: 'Refund the gift of Noor' }));
  let dialog = within(screen.getByRole('dialog', { name: 'Refund a gift of €20.00' }));
  await user.click(dialog.getByLabelText('A part'));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText('Please enter a valid amount');
  expect(sent()).toEqual([]);
  await user.type(dialog.getByLabelText('Amount in EUR'), '7,5');
  await user.type(dialog.getByLabelText(/^Reason/), 'You gave twice');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(sent()).toEqual([{ campaign_id: 'c1', gift_id: 'line', amount: 750, reason: 'You gave twice' }]);

  await user.click(await screen.findByRole('button', { name: 'Refund the gift of Noor' }));
  dialog = within(screen.getByRole('dialog', { name: 'Refund a gift of €20.00' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'As you asked');
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(sent().at(-1)).toEqual({ campaign_id: 'c1', gift_id: 'line', reason: 'As you asked' });
});

it('offers a co-organizer no refund', async () => {
  gifts(false);
  await screen.findByText('Noor');
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
});

it('says what the payment provider keeps, and asks for what is left', async () => {
  const user = userEvent.setup();
  gifts(true, { status: 'partly_refunded', refunded: 500 });
  await screen.findByText('€5.00 refunded');
  await user.click(await screen.findByRole('button', { name: 'Refund the gift of Noor' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Refund a gift of €15.00' }));
  expect(dialog.queryByText('The payment provider keeps its fee of €0.55.')).not.toBeNull();
});

it.each([
  ['under_way', undefined, /^Paid by bank debit/],
  ['disputed', '2026-12-01T09:00:00Z', /The operator can answer until/],
  ['disputed', undefined, /No answer is possible/],
  ['refunded', undefined, /^Refunded$/],
] as const)('shows a gift that is %s, and offers no refund of it', async (status, answerBy, says) => {
  gifts(true, { status, ...(answerBy && { answer_by: answerBy }) });
  await screen.findByText(says);
  expect(screen.queryByRole('button', { name: /^Refund the/ })).toBeNull();
});

it('shows why a giver asks for a refund, and declines with a reason', async () => {
  const user = userEvent.setup();
  const sent = gifts(true, { asked_at: '2026-11-21T09:00:00Z', asked: 'I gave twice' });
  await screen.findByText('I gave twice');
  await user.click(screen.getByRole('button', { name: 'Decline the request of Noor' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Decline this refund request?' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'It is spent');
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(sent()).toEqual([{ campaign_id: 'c1', gift_id: 'line', reason: 'It is spent' }]);
});

it('offers no second refund while one is on its way', async () => {
  gifts(true, { refund_pending: 2060 });
  expect(await screen.findByText('Refund of €20.60 on its way')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Refund the gift of Noor' })).toBeNull();
});
