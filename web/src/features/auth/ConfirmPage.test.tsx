import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { ConfirmPage } from './ConfirmPage';

beforeAll(() => startTexts());

const token = 'a-secret';
const refusal = {
  status: 422,
  body: { code: 'validation_failed', errors: [{ field: 'password', code: 'confirmation_password' }] },
};

function show(answer: Parameters<typeof serve>[0][string]) {
  const sent = serve({ '/api/settings': 'never', '/api/auth/confirm': answer });
  renderApp(<ConfirmPage />, { path: `/auth/confirm?token=${token}` });
  return () => sent.filter(({ path }) => path === '/api/auth/confirm').map(({ body }) => body);
}

describe('the page of a confirmation link', () => {
  it('keeps the word e-mail of its heading on one line', () => {
    show(refusal);
    const heading = screen.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' });
    expect(heading.querySelector('.nw')?.textContent).toBe('e-mail');
  });

  it('sends nothing without a password', async () => {
    const user = userEvent.setup();
    const sent = show(refusal);
    await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
    await screen.findByText('Please fill this in');
    expect(sent()).toEqual([]);
  });

  it('lets somebody choose a password who does not know that of the sign-up', async () => {
    const user = userEvent.setup();
    const sent = show(refusal);
    await user.type(screen.getByLabelText('Password'), 'a guess');
    await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
    await screen.findByText(/This is not the password chosen at sign-up/);
    expect(sent()).toEqual([{ token, password: 'a guess' }]);

    await user.click(screen.getByRole('button', { name: 'I don’t know this password' }));
    screen.getByRole('heading', { level: 1, name: 'Choose a password' });
    await user.type(screen.getByLabelText('Full name'), 'Ana');
    await user.type(screen.getByLabelText('New password'), 'a secret of my own');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
    const own = { anew: true, full_name: 'Ana', terms_accepted: true, lang: 'en' };
    await waitFor(() => expect(sent()[1]).toEqual({ token, password: 'a secret of my own', ...own }));
  });

  it('offers another mail when the link is spent', async () => {
    const user = userEvent.setup();
    show({ status: 410, body: { code: 'confirmation_expired' } });
    await user.type(screen.getByLabelText('Password'), 'right');
    await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
    await screen.findByRole('heading', { name: 'This link did not work' });
    expect(screen.queryByRole('button', { name: 'Resend the confirmation e-mail' })).not.toBeNull();
  });
});
