import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '@/test/texts';
import { PageError } from './PageError';

beforeAll(() => startTexts());

const reload = vi.fn<() => void>();
const probe = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  reload.mockReset();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('location', { href: 'http://localhost/', reload });
  vi.stubGlobal('fetch', probe);
});

/** A page whose code can't be had. */
function show(): void {
  const lazy = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const routes = [{ path: '/', ErrorBoundary: PageError, HydrateFallback: () => null, children: [{ index: true, lazy }] }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

it('says that the connection is gone, and loads the page by itself when it is back', async () => {
  probe.mockRejectedValue(new TypeError('network'));
  show();
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).not.toContain('a few minutes');
  expect(reload).not.toHaveBeenCalled();
  probe.mockResolvedValue(new Response('ok'));
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('does not load a page again and again that fails though the server answers', async () => {
  probe.mockResolvedValue(new Response('ok'));
  show();
  expect(await screen.findByText(/^This page could not be shown/)).toBeTruthy();
  await waitFor(() => expect(probe).toHaveBeenCalled());
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByRole('heading', { name: 'No connection' })).toBeNull();
  expect([probe.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
});
