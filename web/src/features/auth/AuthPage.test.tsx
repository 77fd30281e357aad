import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
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
});
