import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { aCampaign, aSupporter } from '@/test/factories';
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

const gift = aSupporter({ id: 'line', kind: 'money', amount: 2000, currency: 'EUR', person: { name: 'Noor' } });
const command = '/api/commands/refund-gift';

function gifts(owned: boolean) {
  const campaign = aCampaign({ id: 'c1', owned });
  const sent = serve({
    [`/api/campaigns/${campaign.id}/supporters`]: { body: { items: [gift], next: '', total: 1 } },
    [command]: { body: { position: '9' } },
  });
  renderApp(<Gifts campaign={campaign} />, { session: ana });
  return () => sent.filter(({ path }) => path === command).map(({ body }) => body);
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
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(sent()).toEqual([{ campaign_id: 'c1', gift_id: 'line', amount: 750 }]);

  await user.click(await screen.findByRole('button', { name: 'Refund the gift of Noor' }));
  dialog = within(screen.getByRole('dialog', { name: 'Refund a gift of €20.00' }));
  await user.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(sent().at(-1)).toEqual({ campaign_id: 'c1', gift_id: 'line' });
});

it('offers a co-organizer no refund', async () => {
  gifts(false);
  await screen.findByText('Noor');
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
});
