import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { post } from '@/test/post';
import { ana, renderApp } from '@/test/renderApp';
import { type Answer, serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Sharing } from './Sharing';

beforeAll(() => startTexts());
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
});

const mill = { id: 'g1', name: 'Mill', verified: false };
const weir = { id: 'g2', name: 'Weir', verified: false };
const command = '/api/commands/write-post';

/** Opens the dialog, as after signing in; each time the server knows these pages of the member. */
function begin(pages: Answer, answer: Answer = { body: { post_id: 'p2' } }) {
  const close = vi.fn<() => void>();
  const sent = serve({ '/api/me/pages': pages, [command]: answer });
  const { unmount } = renderApp(<Sharing post={post} me="m1" onClose={close} />, { session: ana });
  const dialog = within(screen.getByRole('dialog'));
  return {
    unmount,
    close,
    bodies: () => sent.filter(({ path }) => path === command).map(({ body }) => body),
    as: () => dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Share as' }),
    share: () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Share' }),
    status: () => dialog.getByRole('status').textContent,
  };
}

const words = { text: '', lang: 'en', shared_id: 'p1' };

/** Shares as Mill, and is told that the session has ended. */
async function beCutOff(user: ReturnType<typeof userEvent.setup>) {
  const first = begin({ body: { items: [mill, weir] } }, { status: 401, body: { code: 'unauthenticated' } });
  await user.selectOptions(await first.as(), 'Mill');
  await user.click(first.share());
  await waitFor(() => expect(first.bodies()).toContainEqual({ ...words, page_id: 'g1' }));
  // It is called so again once it is answered.
  await waitFor(() => first.share());
  first.unmount();
}

it('still shares as the page that was chosen once one has signed in again', async () => {
  const user = userEvent.setup();
  await beCutOff(user);
  const again = begin({ body: { items: [mill, weir] } });
  expect((await again.as()).value).toBe('g1');
  await waitFor(() => expect(again.share().disabled).toBe(false));
  await user.click(again.share());
  await waitFor(() => expect(again.close).toHaveBeenCalled());
  expect(again.bodies()).toEqual([{ ...words, page_id: 'g1' }]);
  again.unmount();
  const next = begin({ body: { items: [mill, weir] } });
  expect((await next.as()).selectedOptions[0]?.textContent).toBe('Yourself');
});

it('has one choose again where one edits the page no more', async () => {
  const user = userEvent.setup();
  await beCutOff(user);
  const again = begin({ body: { items: [weir] } });
  await waitFor(() => expect(again.status()).toContain('Choose again'));
  const as = await again.as();
  expect(as.selectedOptions[0]?.textContent).toBe('Choose…');
  expect(again.share().disabled).toBe(true);
  await user.click(again.share());
  await user.selectOptions(as, 'Weir');
  expect(again.status()).toBe('');
  await user.click(again.share());
  await waitFor(() => expect(again.bodies()).toEqual([{ ...words, page_id: 'g2' }]));
});

it.each([
  ['edits no page any more', { body: { items: [] } }],
  ['the pages can not be read', { status: 500, body: { code: 'internal' } }],
])('shares in one’s own name only once that is chosen, where %s', async (_, pages) => {
  const user = userEvent.setup();
  await beCutOff(user);
  const again = begin(pages);
  expect(again.share().disabled).toBe(true);
  await waitFor(() => expect(again.status()).toContain('Choose again'));
  expect(again.share().disabled).toBe(true);
  await user.selectOptions(await again.as(), 'Yourself');
  await user.click(again.share());
  await waitFor(() => expect(again.bodies()).toEqual([words]));
});
