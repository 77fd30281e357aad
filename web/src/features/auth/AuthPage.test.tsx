import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast } from '@/ui/toast';
import { AuthPage } from './AuthPage';

beforeAll(() => startTexts());

function show() {
  // The settings never come: nothing here waits for them.
  serve({ '/api/settings': 'never' });
  renderApp(<AuthPage />, { path: '/auth' });
}

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail').value;
const password = () => screen.getByLabelText<HTMLInputElement>('Password').value;

describe('sign-in and sign-up', () => {
  it('keep what was typed on the way from one tab to the other, in memory only', async () => {
    const user = userEvent.setup();
    show();
    await user.type(screen.getByLabelText('E-mail'), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long secret');
    await user.click(screen.getByRole('tab', { name: 'Sign up' }));
    expect([email(), password()]).toEqual(['ana@example.org', 'a long secret']);
    await user.type(screen.getByLabelText('Full name'), 'Ana');
    await user.type(screen.getByLabelText('E-mail'), '.uk');
    await user.click(screen.getByRole('tab', { name: 'Sign in' }));
    expect([email(), password()]).toEqual(['ana@example.org.uk', 'a long secret']);
    await user.click(screen.getByRole('tab', { name: 'Sign up' }));
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ana');
    expect(localStorage.length + sessionStorage.length).toBe(0);
  });

  it('shows in place of the form that an account was made, with the way to another address (Found58)', async () => {
    const user = userEvent.setup();
    serve({ '/api/settings': 'never', '/api/auth/sign-up': { body: {} } });
    renderApp(<AuthPage />, { path: '/auth?tab=signup' });
    await user.type(screen.getByLabelText('Full name'), 'Ana');
    await user.type(screen.getByLabelText('E-mail'), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long secret');
    await user.type(screen.getByLabelText('Confirm password'), 'a long secret');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect((await screen.findByRole('status')).textContent).toContain('We sent it to ana@example.org.');
    expect(document.activeElement).toBe(screen.getByRole('status'));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect([email(), password()]).toEqual(['ana@example.org', '']);
  });

  it.each([
    ['password_changed', 'The password of this account was changed. Sign in with the new one.'],
    ['', 'Sign in to continue.'],
  ])('say why a session has ended by %j (Found58)', (ended, text) => {
    serve({ '/api/settings': 'never' });
    renderApp(<AuthPage />, { path: '/auth', session: { status: 'anonymous', ended } });
    expect(screen.getByRole('status').textContent).toBe(`You were signed out${text}`);
  });

  it('offer to keep an account that is being deleted, and leave it deleted otherwise', async () => {
    const user = userEvent.setup();
    const leaving = { status: 403, body: { code: 'account_leaving', args: { at: '2026-12-24T12:00:00Z' } } };
    const signedIn = { access_token: 'a', expires_in: 600, member: { id: 'm1', roles: [] } };
    const sent = serve({ '/api/settings': 'never', '/api/auth/sign-in': [leaving, leaving, { body: signedIn }] });
    renderApp(<AuthPage />, { path: '/auth' });
    await user.type(screen.getByLabelText('E-mail'), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const title = await screen.findByRole('heading', { name: 'This account will be deleted on December 24, 2026' });
    expect(document.activeElement).toBe(title);
    await user.click(screen.getByRole('button', { name: 'Stay signed out' }));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(currentToast()?.title).toBe('Your account is kept'));
    const proof = { email: 'ana@example.org', password: 'a long secret' };
    expect(sent.filter(({ path }) => path === '/api/auth/sign-in').map(({ body }) => body)).toEqual([
      proof,
      proof,
      { ...proof, keep: true },
    ]);
  });
});

it('greets a visitor who was about to make an offer as somebody new, and says that it is kept (55)', async () => {
  serve({ '/api/settings': 'never' });
  renderApp(<AuthPage />, { path: '/auth?next=%2Fcampaign%2Froof%3Fgive%3Dtime' });
  await screen.findByRole('heading', { level: 1, name: 'Sign in or create an account' });
  screen.getByText('We’ve kept what you entered. You can send your offer right after.');
  expect(screen.getByRole('link', { name: /forgot/i }).getAttribute('href')).toBe(
    '/auth/forgot?next=%2Fcampaign%2Froof%3Fgive%3Dtime',
  );
});
