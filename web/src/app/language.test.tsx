import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Header } from './Header';

const me = {
  id: 'm1',
  name: 'Ana',
  email: 'ana@example.org',
  bio: '',
  location: '',
  roles: [],
  created_at: '2026-11-20T10:00:00Z',
};

const shown = () => i18next.language;

async function choose(name: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Language: / }));
  await user.click(screen.getByRole('menuitemradio', { name }));
}

beforeEach(async () => {
  history.replaceState(null, '', '/');
  await startTexts('en');
});

it('is the profile’s after sign-in, and what another browser chooses', async () => {
  serve({ '/api/me': { body: { ...me, lang: 'fr' } } });
  const { become, push } = renderApp(<Header />);
  expect(shown()).toBe('en');
  become(ana);
  await waitFor(() => expect(shown()).toBe('fr'));
  push('me', 'me', { ...me, lang: 'es' });
  await waitFor(() => expect(shown()).toBe('es'));
});

it('is kept on the profile of whoever is signed in, and of nobody else', async () => {
  const sent = serve({ '/api/me': { body: { ...me, lang: 'en' } }, '/api/commands/choose-language': { body: {} } });
  const { become } = renderApp(<Header />);
  await choose('Français');
  await waitFor(() => expect(shown()).toBe('fr'));
  expect(sent).toEqual([]);
  await act(() => i18next.changeLanguage('en'));
  become(ana);
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/me'));
  await choose('Español');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: '/api/commands/choose-language', body: { lang: 'es' } }));
  await waitFor(() => expect(shown()).toBe('es'));
});

it('is the one an address names, while the page is open', async () => {
  history.replaceState(null, '', '/?lng=en');
  const sent = serve({ '/api/me': { body: { ...me, lang: 'fr' } } });
  renderApp(<Header />, { session: ana });
  await screen.findByRole('button', { name: /Ana/ });
  expect(sent.filter(({ path }) => path.startsWith('/api/commands'))).toEqual([]);
  expect(shown()).toBe('en');
});
