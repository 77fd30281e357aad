import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { AuthPage } from './AuthPage';
import { SecondFactor } from './SecondFactor';

beforeAll(() => startTexts());

const account = { email: 'ana@example.org', has_password: true, password_min: 6, sessions: [], history: [] };
const off = { ...account, second_factor: { recovery_codes_left: 0 } };
const on = { ...account, second_factor: { since: '2026-11-02T10:00:00Z', recovery_codes_left: 10 } };

it('is switched on with the first code, and shows the recovery codes once', async () => {
  const user = userEvent.setup();
  const sent = serve({
    '/api/auth/security': [{ body: off }, { body: on }],
    '/api/auth/begin-factor': { body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: 'M4 4h1v1h-1z', qr_side: 29 } },
    '/api/auth/turn-factor-on': [
      { status: 422, body: { code: 'validation_failed', errors: [{ field: 'code', code: 'wrong_code' }] } },
      { body: { recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] } },
    ],
  });
  renderApp(<SecondFactor />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toBe('otpauth://totp/x');
  const code = screen.getByLabelText(/^Code/);
  expect(document.activeElement).toBe(code);
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('This code is wrong or was already used')).toBeTruthy();
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('eeee-ffff-gggg-hhhh')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeTruthy();
  expect(screen.getByText(/10 recovery codes left/)).toBeTruthy();
  expect(sent.map(({ path, body }) => [path, body]).filter(([, body]) => body)).toEqual([
    ['/api/auth/turn-factor-on', { code: '000000' }],
    ['/api/auth/turn-factor-on', { code: '123456' }],
  ]);
});

it('gives new recovery codes', async () => {
  const user = userEvent.setup();
  serve({
    '/api/auth/security': { body: on },
    '/api/auth/renew-recovery-codes': { body: { recovery_codes: ['iiii-jjjj-kkkk-llll'] } },
  });
  renderApp(<SecondFactor />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  await screen.findByText('You get ten new codes. The old ones stop working.');
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
  expect(await screen.findByText('iiii-jjjj-kkkk-llll')).toBeTruthy();
});

it('is asked for after the password, and leads back to it when the time is over', async () => {
  const user = userEvent.setup();
  const sent = serve({
    '/api/settings': 'never',
    '/api/auth/sign-in': { status: 403, body: { code: 'second_step_needed', args: { challenge: 'abc' } } },
    '/api/auth/second-step': { status: 410, body: { code: 'challenge_ended' } },
  });
  renderApp(<AuthPage />, { path: '/auth' });
  await user.type(screen.getByLabelText('E-mail'), 'ana@example.org');
  await user.type(screen.getByLabelText('Password'), 'a long secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await user.type(await screen.findByLabelText(/^Code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText(/Please sign in again/)).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/auth/second-step')?.body).toEqual({ challenge: 'abc', code: '123456' });
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ana@example.org');
});

it('leads on to where one was going once it is turned on and its codes are saved (39)', async () => {
  const user = userEvent.setup();
  serve({
    '/api/auth/security': [{ body: off }, { body: on }],
    '/api/auth/begin-factor': { body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: 'M4 4h1v1h-1z', qr_side: 29 } },
    '/api/auth/turn-factor-on': { body: { recovery_codes: ['aaaa-bbbb-cccc-dddd'] } },
  });
  const { at } = renderApp(<SecondFactor />, { session: ana, path: '/my/settings?next=%2Fadmin%2Fmembers#secondFactor' });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText(/^Code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('aaaa-bbbb-cccc-dddd');
  expect(at()).toMatch(/^\/my\/settings/);
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(at()).toBe('/admin/members');
});
