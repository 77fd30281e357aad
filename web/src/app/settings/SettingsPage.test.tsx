import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { SettingsPage } from './SettingsPage';

beforeAll(() => startTexts());

const here = {
  id: 's1',
  current: true,
  device: { browser: 'Firefox', system: 'Linux', kind: 'computer', address: '192.0.2.1' },
  created_at: '2026-11-01T10:00:00Z',
  used_at: '2026-11-02T10:00:00Z',
};
const phone = { ...here, id: 's2', current: false, device: { browser: 'Chrome', system: 'Android', kind: 'phone', address: '' } };
const account = {
  email: 'ana@example.org',
  password_min: 12,
  sessions: [here, phone],
  history: [{ at: '2026-11-01T10:00:00Z', kind: 'signed_in_anew', device: here.device }],
};

function show(answers: Parameters<typeof serve>[0] = {}) {
  const left = { ...account, sessions: [here] };
  const sent = serve({ '/api/auth/security': [{ body: account }, { body: left }],
    '/api/me/notification-choices': { body: { kinds: [] } },
    ...answers,
  });
  renderApp(<SettingsPage />, { session: ana, path: '/my/settings' });
  return (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);
}

afterEach(() => localStorage.clear());

describe('the settings', () => {
  it('have a link to each section, and keep the theme that is chosen', async () => {
    const user = userEvent.setup();
    show();
    const links = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => document.querySelector(link.hash)?.querySelector('h2')?.textContent)).toEqual(
      links.map((link) => link.textContent),
    );
    expect(links.filter((link) => link.ariaCurrent).map((link) => link.textContent)).toEqual(['Language and theme']);
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true);
    expect(localStorage.getItem('callup.theme')).toBe('dark');
  });

  it('end a session on another device, but not the one that asks', async () => {
    const user = userEvent.setup();
    const sent = show({ '/api/auth/end-session': { body: null } });
    const list = within(await screen.findByRole('region', { name: 'Sessions' }));
    expect(list.getByText(/This one/).textContent).toBe('192.0.2.1 · This one');
    expect(list.queryByRole('button', { name: 'End Firefox on Linux' })).toBeNull();
    await user.click(list.getByRole('button', { name: 'End Chrome on Android' }));
    await waitFor(() => expect(list.queryByText('Chrome on Android')).toBeNull());
    expect(sent('/api/auth/end-session')).toEqual([{ session_id: 's2' }]);
    expect(list.queryByRole('button', { name: 'End all the others' })).toBeNull();
  });

  it('show a session as gone that had ended already', async () => {
    const user = userEvent.setup();
    show({ '/api/auth/end-session': { status: 404, body: { code: 'session_not_found' } } });
    await user.click(await screen.findByRole('button', { name: 'End Chrome on Android' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tell what happened to the account, and where', async () => {
    show();
    const history = within(await screen.findByRole('region', { name: 'History' }));
    expect(history.getByRole('listitem').textContent).toMatch(/Signed in with a new browser.*Firefox on Linux · 192.0.2.1/);
  });

  it('change the password against the old one, with the least length the server wants', async () => {
    const user = userEvent.setup();
    const wrong = { code: 'wrong_password', errors: [{ field: 'current_password', code: 'wrong_password' }] };
    const sent = show({ '/api/auth/change-password': [{ status: 422, body: wrong }, { body: null }] });
    await user.click(await screen.findByRole('button', { name: 'Change the password' }));
    await screen.findByText(/At least 12 characters/);
    const old = () => screen.getByLabelText<HTMLInputElement>('Current password');
    await user.type(old(), 'a guess');
    await user.type(screen.getByLabelText('New password'), 'twelve chars');
    await user.type(screen.getByLabelText('Confirm password'), 'twelve chars');
    await user.click(screen.getByRole('button', { name: 'Change the password' }));
    await screen.findByText('This is not your password');
    await user.clear(old());
    await user.type(old(), 'the old one');
    await user.click(screen.getByRole('button', { name: 'Change the password' }));
    await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
    expect(sent('/api/auth/change-password')[1]).toEqual({ current_password: 'the old one', new_password: 'twelve chars' });
  });

  it('give everything that is held, against the password', async () => {
    const user = userEvent.setup();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.href} ${this.download}`);
    });
    URL.createObjectURL = () => 'blob:held';
    URL.revokeObjectURL = () => undefined;
    const wrong = { code: 'wrong_password', errors: [{ field: 'password', code: 'wrong_password' }] };
    const sent = show({ '/api/my/archive': [{ status: 422, body: wrong }, { body: 'the archive' }] });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await user.type(screen.getByLabelText('Current password'), 'mine');
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await screen.findByText('This is not your password');
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(saved).toEqual(['blob:held callup.zip']));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(sent('/api/my/archive')).toEqual([{ password: 'mine' }, { password: 'mine' }]);
  });
});
