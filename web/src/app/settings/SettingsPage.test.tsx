import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast } from '@/ui/toast';
import { SettingsPage } from './SettingsPage';
import { sectionRead } from './useSectionInView';

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
  has_password: true,
  password_min: 12,
  deletion_days: 14,
  identities: [],
  second_factor: { recovery_codes_left: 0 },
  passkeys: { offered: true, all: [] },
  sessions: [here, phone],
  history: [{ at: '2026-11-01T10:00:00Z', kind: 'signed_in_anew', device: here.device }],
};

function show(answers: Parameters<typeof serve>[0] = {}) {
  const left = { ...account, sessions: [here] };
  const sent = serve({ '/api/auth/security': [{ body: account }, { body: left }],
    '/api/me/notification-choices': { body: { kinds: [] } },
    '/api/me/blocks': { body: { items: [], next: '', total: 0 } },
    '/api/me/message-writers': { body: { who: 'everybody' } },
    ...answers,
  });
  const { who } = renderApp(<SettingsPage />, { session: ana, path: '/my/settings' });
  return Object.assign((path: string) => sent.filter((one) => one.path === path).map(({ body }) => body), { who });
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

  it('mark the section that is read, the short ones at the end too (39)', () => {
    // Three sections in a window of 900 px: one of 1200 px, then two of 150 px; 600 px can be scrolled.
    const at = (scrolled: number) =>
      sectionRead([100 - scrolled, 1300 - scrolled, 1400 - scrolled], { height: 900, scrolled, most: 600 });
    expect([0, 200, 400, 450, 500, 540, 600].map(at)).toEqual([0, 0, 0, 0, 1, 1, 2]);
    // What can't be scrolled is read from its beginning.
    expect(sectionRead([20, 200, 700], { height: 900, scrolled: 0, most: 0 })).toBe(1);
  });

  it('mark the section that was gone to by its link until one scrolls (39)', async () => {
    const user = userEvent.setup();
    show();
    const marked = () => within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')
      .filter((link) => link.ariaCurrent).map((link) => link.textContent);
    await user.click(within(screen.getByRole('navigation', { name: 'Sections' })).getByRole('link', { name: 'History' }));
    fireEvent.scroll(window);
    expect(marked()).toEqual(['History']);
    fireEvent.wheel(window);
    fireEvent.scroll(window);
    expect(marked()).not.toEqual(['History']);
  });

  it('count what is pressed only once the member agrees, and ask again where that could not be kept', async () => {
    const user = userEvent.setup();
    const me = { id: 'm1', name: 'Ana', email: '', bio: '', location: '', lang: 'en', tracking: false, roles: [] };
    const answers = [{ body: {} }, { status: 503, body: { code: 'unavailable' } }];
    const sent = show({ '/api/me': { body: me }, '/api/commands/choose-tracking': answers });
    const state = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Share usage data to improve Callup' }).checked;
    await user.click(await screen.findByRole('switch', { name: 'Share usage data to improve Callup' }));
    expect(sent('/api/commands/choose-tracking')).toEqual([{ allowed: true }]);
    await waitFor(() => expect(state()).toBe(true));
    await user.click(screen.getByRole('switch', { name: 'Share usage data to improve Callup' }));
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(state()).toBe(true);
  });

  it('end a session on another device, but not the one that asks', async () => {
    const user = userEvent.setup();
    const sent = show({ '/api/auth/end-session': { body: null } });
    const list = within(await screen.findByRole('region', { name: 'Sessions' }));
    expect((await list.findByText(/This device/)).textContent).toBe('192.0.2.1 · This device');
    expect(list.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
    await user.click(list.getByRole('button', { name: 'Sign out Chrome on Android' }));
    await waitFor(() => expect(list.queryByText('Chrome on Android')).toBeNull());
    expect(sent('/api/auth/end-session')).toEqual([{ session_id: 's2' }]);
    expect(list.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  });

  it('show a session as gone that had ended already', async () => {
    const user = userEvent.setup();
    show({ '/api/auth/end-session': { status: 404, body: { code: 'session_not_found' } } });
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tell what happened to the account, and where', async () => {
    show();
    const history = within(await screen.findByRole('region', { name: 'History' }));
    const entry = await history.findByRole('listitem');
    expect(entry.textContent).toMatch(/Signed in with a new browser.*Firefox on Linux · 192.0.2.1/);
  });

  it('change the password, with the least length the server wants', async () => {
    const user = userEvent.setup();
    const known = { code: 'password_common', errors: [{ field: 'new_password', code: 'password_common' }] };
    const sent = show({ '/api/auth/change-password': [{ status: 422, body: known }, { body: null }] });
    await user.click(await screen.findByRole('button', { name: 'Change the password' }));
    await screen.findByText(/At least 12 characters/);
    await user.type(screen.getByLabelText('New password'), 'twelve chars');
    await user.type(screen.getByLabelText('Confirm password'), 'twelve chars');
    await user.click(screen.getByRole('button', { name: 'Change the password' }));
    await screen.findByText('This password is too common. Please choose another');
    await user.click(screen.getByRole('button', { name: 'Change the password' }));
    await waitFor(() => expect(screen.queryByLabelText('New password')).toBeNull());
    expect(sent('/api/auth/change-password')[1]).toEqual({ new_password: 'twelve chars' });
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
    await screen.findByText('Wrong password');
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(saved).toEqual(['blob:held callup.zip']));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(sent('/api/my/archive')).toEqual([{ password: 'mine' }, { password: 'mine' }]);
  });

  it('delete the account once the dialog has said what happens, and the password is given', async () => {
    const user = userEvent.setup();
    HTMLDialogElement.prototype.showModal = function open() {
      this.open = true;
    };
    const wrong = { code: 'wrong_password', errors: [{ field: 'password', code: 'wrong_password' }] };
    const answers = [
      { status: 422, body: wrong },
      { status: 503, body: { code: 'unavailable' } },
      { body: { due_at: '2026-12-24T12:00:00Z' } },
    ];
    const sent = show({ '/api/auth/delete-account': answers });
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toContain(
      'You can undo it for 14 days by signing in. Until then, your campaigns stay visible and can receive gifts.',
    );
    const press = () => user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await press();
    expect(sent('/api/auth/delete-account')).toEqual([]);
    await user.type(dialog.getByLabelText('Current password'), 'mine');
    await press();
    await dialog.findByText('Wrong password');
    await press();
    await dialog.findByText('Failed to delete account. Please try again or contact support.');
    expect(sent.who()).toEqual(ana);
    await press();
    await waitFor(() => expect(currentToast()?.title).toBe('Your account will be deleted'));
    expect(currentToast()?.text).toBe('You are signed out. Sign in before December 24, 2026 to undo it.');
    expect(sent('/api/auth/delete-account')).toEqual([{ password: 'mine' }, { password: 'mine' }, { password: 'mine' }]);
    expect(sent.who()).toEqual({ status: 'anonymous', left: true });
  });
});
