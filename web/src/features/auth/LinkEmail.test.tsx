import { screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { AuthPage } from './AuthPage';

beforeAll(() => startTexts());

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const held = { provider: 'discord', email: '', name: 'Noor Haddad' };

function show(answers: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ '/api/settings': { body: someSettings }, '/api/auth/held': { body: held }, ...answers });
  renderApp(<AuthPage />, { path: '/auth?link=discord&tab=signup' });
  return () => sent.filter(({ path }) => path === '/api/auth/sign-up').map(({ body }) => body);
}

async function dialog() {
  return within(await screen.findByRole('dialog', { name: 'Link Your Email Account' }));
}

describe('whoever comes by a provider that tells no address', () => {
  it('is asked for one and a password, which the server is told once both are right', async () => {
    const user = userEvent.setup();
    const sent = show({ '/api/auth/sign-up': [{ status: 503, body: { code: 'unavailable' } }, { status: 202, body: null }] });
    const asked = await dialog();
    const press = () => user.click(asked.getByRole('button', { name: 'Link account' }));
    await user.type(asked.getByLabelText('E-mail'), 'noor@');
    await user.type(asked.getByLabelText('Password'), 'short');
    await user.type(asked.getByLabelText('Confirm password'), 'other');
    await press();
    await asked.findByText('Password must be at least 6 characters long');
    asked.getByText('Passwords do not match');
    expect(asked.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
    // With the next frame the first wrong field has the focus: what is typed before would go on elsewhere.
    await waitFor(() => expect(document.activeElement).toBe(asked.getByLabelText('E-mail')));
    await user.type(asked.getByLabelText('E-mail'), 'example.org');
    for (const label of ['Password', 'Confirm password']) {
      await user.clear(asked.getByLabelText(label));
      await user.type(asked.getByLabelText(label), 'a long secret');
    }
    expect(sent()).toEqual([]);
    await press();
    await asked.findByText('Failed to link account');
    await press();
    await asked.findByText('Account created successfully! Please check your email for a confirmation link.');
    const account = { full_name: '', email: 'noor@example.org', password: 'a long secret', lang: 'en' };
    const wanted = { ...account, terms_accepted: true, link_provider: true };
    expect(sent()).toEqual([wanted, wanted]);
  });

  it('begins again where what the provider said is gone', async () => {
    const user = userEvent.setup();
    show({ '/api/auth/sign-up': { status: 404, body: { code: 'no_provider_session' } } });
    const asked = await dialog();
    await user.type(asked.getByLabelText('E-mail'), 'noor@example.org');
    await user.type(asked.getByLabelText('Password'), 'a long secret');
    await user.type(asked.getByLabelText('Confirm password'), 'a long secret');
    await user.click(asked.getByRole('button', { name: 'Link account' }));
    await asked.findByText('No user session found');
    asked.getByText('Please start again with Discord.');
    expect(asked.queryByText('Failed to link account')).toBeNull();
  });

  it('signs in instead who has an account', async () => {
    const user = userEvent.setup();
    show();
    await user.click((await dialog()).getByRole('button', { name: 'I already have an account here' }));
    expect(screen.getByRole('tab', { name: 'Sign in' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByText('Link Your Email Account')).toBeNull();
    await screen.findByText(/^Sign in with your password to link Discord/);
  });
});
