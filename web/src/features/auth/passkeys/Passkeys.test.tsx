import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { someSettings } from '@/test/factories';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { PasskeyButton } from '../PasskeyButton';
import { Passkeys } from './Passkeys';

beforeAll(() => startTexts());

const create = vi.fn<() => Promise<unknown>>();
const get = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  const known = Object.assign(function PublicKeyCredential() {}, {
    parseCreationOptionsFromJSON: (options: unknown) => options,
    parseRequestOptionsFromJSON: (options: unknown) => options,
  });
  vi.stubGlobal('PublicKeyCredential', known);
  Object.defineProperty(navigator, 'credentials', { value: { create, get }, configurable: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  create.mockReset();
  get.mockReset();
});

const phone = {
  id: '0197c000-0000-7000-8000-000000000001',
  name: 'Phone',
  synced: true,
  created_at: '2026-11-02T10:00:00Z',
  used_at: '2026-11-03T10:00:00Z',
};
const security = (all: unknown[], has_password = true) => ({ body: { has_password, passkeys: { offered: true, all } } });

describe('the passkeys of a member', () => {
  it('are added, and stay as they are where the device makes none', async () => {
    const user = userEvent.setup();
    const sent = serve({
      '/api/auth/security': [security([]), security([phone])],
      '/api/auth/begin-passkey': { body: { options: '{"challenge":"x"}' } },
      '/api/auth/add-passkey': { body: null },
    });
    renderApp(<Passkeys />, { session: ana });
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(screen.getByLabelText('Name'), 'Phone');
    create.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Create passkey' }));
    await screen.findByText('No passkey was created.');
    expect(sent.some(({ path }) => path === '/api/auth/add-passkey')).toBe(false);
    create.mockResolvedValueOnce({ id: 'made' });
    await user.click(screen.getByRole('button', { name: 'Create passkey' }));
    await screen.findByText('Phone');
    expect(sent.find(({ path }) => path === '/api/auth/add-passkey')?.body).toEqual({
      name: 'Phone',
      credential: '{"id":"made"}',
    });
  });

  it('say why the last way in stays, and what an unconfirmed change wants', async () => {
    const user = userEvent.setup();
    serve({
      '/api/auth/security': security([phone], false),
      '/api/auth/remove-passkey': [
        { status: 403, body: { code: 'proof_required', args: { by: ['passkey'] } } },
        { status: 409, body: { code: 'last_way_in' } },
      ],
    });
    renderApp(<Passkeys />, { session: ana });
    await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Confirm it’s you to make this change');
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('This is your only way to sign in. Set a password first')).toBeTruthy();
  });
});

describe('signing in with a passkey', () => {
  it('is offered where installation and browser know them, and says when none was used', async () => {
    const user = userEvent.setup();
    const member = { id: '0197c000-0000-7000-8000-000000000001', roles: [] };
    const sent = serve({
      '/api/settings': { body: { ...someSettings, passkeys: true } },
      '/api/auth/begin-passkey-sign-in': { body: { options: '{"challenge":"x"}' } },
      '/api/auth/passkey-sign-in': { body: { access_token: 'a', expires_in: 600, member } },
    });
    const { who } = renderApp(<PasskeyButton />, { path: '/auth' });
    get.mockResolvedValueOnce(null);
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await screen.findByText('No passkey was used. Try again, or sign in another way.');
    get.mockResolvedValueOnce({ id: 'mine' });
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(who()).toEqual({ status: 'member', member }));
    expect(sent.find(({ path }) => path === '/api/auth/passkey-sign-in')?.body).toEqual({ credential: '{"id":"mine"}' });
  });
});
