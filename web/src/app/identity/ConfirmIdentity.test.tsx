import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SigningIn } from '@/features/auth/SigningIn';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { IdentityHost } from './IdentityHost';

beforeAll(() => startTexts());

const get = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  const known = Object.assign(function PublicKeyCredential() {}, { parseRequestOptionsFromJSON: (options: unknown) => options });
  vi.stubGlobal('PublicKeyCredential', known);
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const account = { email: 'ana@example.org', has_password: true, password_min: 6, second_factor: { recovery_codes_left: 0 } };
const refused = (by: string[], providers: string[] = []) => ({
  status: 403,
  body: { code: 'proof_required', args: { by, providers } },
});
const proved = { body: { access_token: 'newer', expires_in: 600, member: { id: 'm1', roles: [] } } };
const change = '/api/auth/change-email';

/** Asks for another address where the server wants it confirmed first; gives the dialog. */
async function asks(answers: Parameters<typeof serve>[0]) {
  const user = userEvent.setup();
  const sent = serve({ '/api/settings': 'never', '/api/auth/security': { body: account }, ...answers });
  renderApp(
    <>
      <SigningIn />
      <IdentityHost />
    </>,
    { session: ana, path: '/my/settings' },
  );
  await user.click(await screen.findByRole('button', { name: 'Change the e-mail address' }));
  await user.type(screen.getByLabelText('New e-mail address'), 'ana@elsewhere.example');
  await user.click(screen.getByRole('button', { name: 'Send me the link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  return { user, dialog, times: () => sent.filter(({ path }) => path === change).length, sent };
}

it.each([
  ['password', 'Password', 'wrong_password', 'Wrong password'],
  ['code', 'Code', 'wrong_code', 'This code is wrong or was already used'],
])('Found14: takes the %s that the rule wants, and then does what was asked for', async (by, label, code, said) => {
  const wrong = { status: 422, body: { code: 'validation_failed', errors: [{ field: by, code }] } };
  const { user, dialog, times, sent } = await asks({
    [change]: [refused([by]), { status: 202, body: '' }],
    '/api/auth/prove': [wrong, proved],
  });
  const field = dialog.getByLabelText(new RegExp(`^${label}`));
  await user.type(field, 'a guess');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await dialog.findByText(said);
  await user.clear(field);
  await user.type(field, 'the right one');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByLabelText('New e-mail address')).toBeNull());
  expect(times()).toBe(2);
  expect(sent.filter(({ path }) => path === '/api/auth/prove').map(({ body }) => body)).toEqual([
    { [by]: 'a guess' },
    { [by]: 'the right one' },
  ]);
});

it('Found14: takes a passkey', async () => {
  const { user, dialog, times, sent } = await asks({
    [change]: [refused(['passkey', 'code']), { status: 202, body: '' }],
    '/api/auth/begin-proof': { body: { options: '{"challenge":"x"}' } },
    '/api/auth/prove': proved,
  });
  expect(dialog.getByLabelText(/^Code/)).toBeTruthy();
  get.mockResolvedValueOnce(null);
  await user.click(dialog.getByRole('button', { name: 'Use your passkey' }));
  await dialog.findByText('No passkey was used. Please try again.');
  get.mockResolvedValueOnce({ id: 'mine' });
  await user.click(dialog.getByRole('button', { name: 'Use your passkey' }));
  await waitFor(() => expect(times()).toBe(2));
  expect(sent.find(({ path }) => path === '/api/auth/prove')?.body).toEqual({ credential: '{"id":"mine"}' });
});

it('Found16: sends a member without a password to their provider, or to set one', async () => {
  const { dialog } = await asks({ [change]: refused(['provider'], ['google']) });
  const link = dialog.getByRole<HTMLAnchorElement>('link', { name: 'Sign in with Google again' });
  expect(link.getAttribute('href')).toBe('/api/auth/with/google?lang=en&next=%2Fmy%2Fsettings');
});

it('Found16: leads a member with no way left to a password', async () => {
  const { dialog } = await asks({ [change]: refused([]) });
  expect(dialog.getByRole<HTMLAnchorElement>('link', { name: 'Set a password' }).pathname).toBe('/auth/forgot');
});

it('Found14: changes nothing where the member does not confirm', async () => {
  const { user, dialog, times } = await asks({ [change]: refused(['password']) });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Confirm it’s you to make this change');
  expect(times()).toBe(1);
});
