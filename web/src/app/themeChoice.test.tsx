import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Header } from './Header';

const me = { id: 'm1', name: 'Ana', email: 'ana@example.org', bio: '', location: '', lang: 'en', roles: [], created_at: '' };
const shown = (theme: string) => screen.queryByRole('button', { name: `Theme: ${theme}` }) !== null;
const kept = () => localStorage.getItem('callup.theme');

beforeAll(() => startTexts('en'));
afterEach(() => localStorage.clear());

it('is the profile’s after sign-in, and what another browser chooses; a profile without one leaves the browser’s', async () => {
  localStorage.setItem('callup.theme', 'light');
  serve({ '/api/me': { body: me } });
  const { become, push } = renderApp(<Header />);
  become(ana);
  await screen.findByRole('button', { name: /Ana/ });
  expect(shown('Light')).toBe(true);
  push('me', 'me', { ...me, theme: 'dark' });
  await waitFor(() => expect(shown('Dark')).toBe(true));
  push('me', 'me', { ...me, theme: 'system' });
  await waitFor(() => expect(kept()).toBeNull());
});

it('is kept on the profile of whoever is signed in, and of nobody else', async () => {
  const user = userEvent.setup();
  const sent = serve({ '/api/me': { body: me }, '/api/commands/choose-theme': { body: {} } });
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Theme: / }));
    await user.click(screen.getByRole('menuitemradio', { name }));
  };
  const { become } = renderApp(<Header />);
  await choose('Dark');
  expect([kept(), sent]).toEqual(['dark', []]);
  become(ana);
  await screen.findByRole('button', { name: /Ana/ });
  await choose('Light');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: '/api/commands/choose-theme', body: { theme: 'light' } }));
  expect(kept()).toBe('light');
});
