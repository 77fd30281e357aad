import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { later } from './later';

beforeAll(() => startTexts());

const probe = vi.fn<() => Promise<Response>>();
const close = vi.fn<() => void>();
type Part = () => string;

beforeEach(() => {
  probe.mockReset();
  vi.stubGlobal('fetch', probe);
  vi.spyOn(console, 'warn').mockReturnValue();
});

const lost = () => Promise.reject<Part>(new TypeError('Failed to fetch dynamically imported module'));

/** A page with a dialog whose code is tried like this. */
function show(load: () => Promise<Part>) {
  const Late = later(load);
  renderApp(
    <>
      <p>What was open</p>
      <Late onClose={close} />
    </>,
  );
}

it('says in the place of the dialog that there is no connection, and opens it when there is one', async () => {
  probe.mockRejectedValue(new TypeError('network'));
  const load = vi.fn<() => Promise<Part>>(lost);
  show(load);
  expect(await screen.findByRole('dialog', { name: 'No connection' })).toBeTruthy();
  expect(screen.getByText('What was open')).toBeTruthy();
  load.mockResolvedValue(() => 'Here it is');
  probe.mockResolvedValue(new Response('ok'));
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Here it is')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not try again and again what fails though the server answers, and can be closed', async () => {
  const user = userEvent.setup();
  probe.mockResolvedValue(new Response('ok'));
  const load = vi.fn<() => Promise<Part>>(lost);
  show(load);
  expect(await screen.findByRole('dialog', { name: 'Error' })).toBeTruthy();
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(probe).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalled();
});
