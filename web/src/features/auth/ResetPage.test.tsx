import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { ForgotPage } from './ForgotPage';
import { ResetPage } from './ResetPage';

beforeAll(() => startTexts());

type Answer = Parameters<typeof serve>[0][string];

async function reset(answer: Answer, again = 'a new secret') {
  const user = userEvent.setup();
  const sent = serve({ '/api/settings': 'never', '/api/auth/reset-password': answer });
  const { who } = renderApp(<ResetPage />, { path: '/auth/reset?token=a-link' });
  await user.type(screen.getByLabelText('New password'), 'a new secret');
  await user.type(screen.getByLabelText('Confirm password'), again);
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  return { sent: () => sent.filter(({ path }) => path === '/api/auth/reset-password').map(({ body }) => body), who };
}

describe('the page of a link that sets a new password', () => {
  it('sets the password and signs in', async () => {
    const member = { id: '0197c000-0000-7000-8000-000000000001', roles: [] };
    const { sent, who } = await reset({ status: 200, body: { access_token: 'a', expires_in: 600, member } });
    await screen.findByRole('heading', { level: 1, name: 'Your password was changed' });
    expect(sent()).toEqual([{ token: 'a-link', password: 'a new secret' }]);
    expect(who()).toEqual({ status: 'member', member });
  });

  it('sends nothing while the two differ', async () => {
    const { sent } = await reset('never', 'a new secrt');
    await screen.findByText('Passwords do not match');
    expect(sent()).toEqual([]);
  });

  it('shows at its field what is wrong with the password', async () => {
    await reset({
      status: 422,
      body: { code: 'password_common', errors: [{ field: 'password', code: 'password_common' }] },
    });
    await screen.findByText('This password is too common. Please choose another');
    expect(screen.queryByRole('heading', { level: 1, name: 'Choose a new password' })).not.toBeNull();
  });

  it.each(['reset_used', 'reset_expired', 'reset_invalid'])('offers another mail on %s', async (code) => {
    await reset({ status: 410, body: { code } });
    await screen.findByRole('heading', { name: 'This link did not work' });
    expect(screen.queryByRole('button', { name: 'Send me a link' })).not.toBeNull();
  });
});

describe('the page of a forgotten password', () => {
  it('says the same whoever asks, and what was refused at its field', async () => {
    const user = userEvent.setup();
    const sent = serve({ '/api/settings': 'never', '/api/auth/forgot-password': { status: 202, body: '' } });
    renderApp(<ForgotPage />, { path: '/auth/forgot' });
    await user.type(screen.getByLabelText('E-mail'), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Send me a link' }));
    await waitFor(() => expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true'));
    expect(sent.map(({ path }) => path)).not.toContain('/api/auth/forgot-password');
    await user.type(screen.getByLabelText('E-mail'), '@example.org');
    await user.click(screen.getByRole('button', { name: 'Send me a link' }));
    await screen.findByText(/If this address has an account/);
    expect(sent.find(({ path }) => path === '/api/auth/forgot-password')?.body).toEqual({ email: 'nobody@example.org' });
  });
});
