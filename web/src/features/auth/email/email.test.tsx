import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { SigningIn } from '../SigningIn';
import { EmailPage } from './EmailPage';
import { SignOutPage } from './SignOutPage';
import { StopEmailPage } from './StopEmailPage';

beforeAll(() => startTexts());

const pending = { email: 'ana@elsewhere.example', expires_at: '2026-11-03T10:00:00Z' };
const account = {
  email: 'ana@example.org',
  has_password: true,
  password_min: 6,
  second_factor: { since: '2026-11-02T10:00:00Z', recovery_codes_left: 10 },
};

describe('the address one signs in with', () => {
  it('is asked for, waits, and is called off', async () => {
    const user = userEvent.setup();
    const sent = serve({
      '/api/settings': 'never',
      '/api/auth/security': [{ body: account }, { body: { ...account, pending_email: pending } }, { body: account }],
      '/api/auth/change-email': [
        { status: 422, body: { code: 'validation_failed', errors: [{ field: 'email', code: 'email_unchanged' }] } },
        { status: 202, body: '' },
      ],
      '/api/auth/cancel-email-change': { body: null },
    });
    renderApp(<SigningIn />, { session: ana, path: '/my/settings' });
    await user.click(await screen.findByRole('button', { name: 'Change the e-mail address' }));
    await user.type(screen.getByLabelText('New e-mail address'), 'ana@example.org');
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    await screen.findByText('This is already your address');
    await user.clear(screen.getByLabelText('New e-mail address'));
    await user.type(screen.getByLabelText('New e-mail address'), pending.email);
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByText(pending.email)).not.toBeNull();
    expect(screen.queryByLabelText('New e-mail address')).toBeNull();
    expect(sent.filter(({ path }) => path === '/api/auth/change-email').map(({ body }) => body)[1]).toEqual({
      email: pending.email,
    });
    await user.click(screen.getByRole('button', { name: 'Keep my address' }));
    await waitFor(() => expect(screen.queryByText(pending.email)).toBeNull());
  });
});

describe('the link in the mail to a new address', () => {
  it('does nothing until it is pressed', async () => {
    const user = userEvent.setup();
    const sent = serve({ '/api/auth/confirm-email': { body: null } });
    renderApp(<EmailPage />, { path: '/auth/email?token=a-link' });
    await screen.findByRole('heading', { level: 1, name: 'Use this address?' });
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use this address' }));
    await screen.findByRole('heading', { level: 1, name: 'Your e-mail address was changed' });
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'a-link' }]);
  });

  it.each(['email_change_used', 'email_change_expired', 'email_change_cancelled', 'email_change_invalid', 'email_taken'])(
    'can be pressed no more after %s',
    async (code) => {
      const user = userEvent.setup();
      serve({ '/api/auth/confirm-email': { status: 410, body: { code } } });
      renderApp(<EmailPage />, { path: '/auth/email?token=a-link' });
      await user.click(screen.getByRole('button', { name: 'Use this address' }));
      await screen.findByRole('heading', { name: 'This link did not work' });
      expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull();
    },
  );

  it('says that it is cut', () => {
    renderApp(<EmailPage />, { path: '/auth/email' });
    expect(screen.queryByText(/This link is incomplete/)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull();
  });
});

describe('the link in the mail to the address in use', () => {
  it.each([
    ['stopped', 'Your address was kept'],
    ['undone', 'Your previous e-mail address was restored'],
  ])('says that the change is %s, and leads to a new password', async (became, title) => {
    const user = userEvent.setup();
    serve({ '/api/auth/stop-email-change': { body: { became } } });
    renderApp(<StopEmailPage />, { path: '/auth/email/stop?token=a-link' });
    await user.click(screen.getByRole('button', { name: 'Keep this address' }));
    await screen.findByRole('heading', { level: 1, name: title });
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Choose a new password' }).pathname).toBe('/auth/forgot');
  });
});

describe('an account whose previous address another account has', () => {
  it('Found17: is given another address by the same link', async () => {
    const user = userEvent.setup();
    const sent = serve({
      '/api/auth/stop-email-change': { body: { became: 'needs_address' } },
      '/api/auth/choose-email': { status: 202, body: '' },
    });
    renderApp(<StopEmailPage />, { path: '/auth/email/stop?token=a-link' });
    await user.click(screen.getByRole('button', { name: 'Keep this address' }));
    await screen.findByRole('heading', { level: 1, name: 'Choose another address' });
    expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull();
    await user.type(screen.getByLabelText('E-mail address'), 'ana@new.example');
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect((await screen.findByRole('status')).textContent).toContain('ana@new.example');
    expect(sent.filter(({ path }) => path === '/api/auth/choose-email').map(({ body }) => body)).toEqual([
      { token: 'a-link', email: 'ana@new.example' },
    ]);
  });
});

describe('the link in a mail about an account', () => {
  it('Found18: ends all sessions when it is pressed, and leads to a new password', async () => {
    const user = userEvent.setup();
    const sent = serve({ '/api/auth/end-all-sessions': { body: null } });
    renderApp(<SignOutPage />, { path: '/auth/sign-out?token=a-link' });
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await screen.findByRole('heading', { level: 1, name: 'You are signed out everywhere' });
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'a-link' }]);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Choose a new password' }).pathname).toBe('/auth/forgot');
  });
});
