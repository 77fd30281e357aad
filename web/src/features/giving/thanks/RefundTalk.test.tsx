import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { aDonation } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { RefundTalk } from './RefundTalk';

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

const command = '/api/commands/ask-refund';

it('asks for a refund with a reason', async () => {
  const user = userEvent.setup();
  const sent = serve({ [command]: { body: { position: '9' } } });
  renderApp(<RefundTalk donation={aDonation({ id: 'd1' })} asks />);
  await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Ask for a refund' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'I gave twice');
  await user.click(dialog.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ path, body }) => [path, body])).toContainEqual([command, { donation_id: 'd1', reason: 'I gave twice' }]);
});

it('shows that the request waits, and what the organizer answered', async () => {
  const { rerender } = renderApp(<RefundTalk donation={aDonation({ asked_at: '2026-11-21T09:00:00Z' })} asks />);
  expect(await screen.findByText(/^You asked for a refund on November 21, 2026/)).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
  rerender(<RefundTalk donation={aDonation({ declined: true, answer: 'It is spent' })} asks={false} />);
  expect(screen.queryByRole('heading', { name: 'The organizer declined your refund request' })).not.toBeNull();
  expect(screen.queryByText('It is spent')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
});

it('shows that a refund is on its way, which some methods need days for', async () => {
  renderApp(<RefundTalk donation={aDonation({ refund_pending: 2550, currency: 'EUR' })} asks />);
  expect(await screen.findByText(/^A refund of €25.50 is on its way/)).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
});
