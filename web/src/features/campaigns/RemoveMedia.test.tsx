import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast } from '@/ui/toast';
import { RemoveMedia } from './RemoveMedia';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await startTexts();
});

it('removes what a campaign shows once the owner confirms (found, point 20)', async () => {
  const user = userEvent.setup();
  const sent = serve({
    '/api/commands/remove-campaign-media': [
      { status: 503, body: { status: 503, code: 'unavailable', title: '', detail: '' } },
      { body: { position: '9' } },
    ],
  });
  let changed = 0;
  const campaign = { id: 'c1', photo: '/media/campaign-photo/abc', video: '' };
  renderApp(<RemoveMedia campaign={campaign} onChanged={() => (changed += 1)} />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Remove photo' }));
  expect(screen.queryByRole('button', { name: 'Remove video' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('This can’t be reached right now');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(currentToast()?.title).toBe('Photo removed'));
  expect(changed).toBe(1);
  expect(sent.findLast(({ path }) => path.endsWith('remove-campaign-media'))?.body).toEqual({ campaign_id: 'c1', photo: true });
});
