import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { configureStore } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { baseApi } from '@/api/baseApi';
import type { RequestContext } from '@/api/baseQuery';
import { createCommandKeys } from '@/api/commandKeys';
import { createPositionKeeper } from '@/api/position';
import type { SessionKeeper, SessionState } from '@/api/session';
import { SessionContext } from '@/api/SessionContext';
import { createShownPositions } from '@/api/shown';
import common from '@/i18n/common.en.json';
import problems from '@/i18n/problems.en.json';
import { AuthPage } from './AuthPage';
import texts from './texts.en.json';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, problems, auth: texts } } });
});

function show() {
  // The settings never come: nothing here waits for them.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const anonymous: SessionState = { status: 'anonymous' };
  const keeper = { state: () => anonymous, subscribe: () => () => undefined } as unknown as SessionKeeper;
  const extra: RequestContext = {
    session: { token: () => Promise.resolve(undefined), renew: () => Promise.resolve(undefined) },
    position: createPositionKeeper(),
    shown: createShownPositions(),
    language: () => 'en',
    keys: createCommandKeys(() => 'key'),
    wait: () => Promise.resolve(),
  };
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(baseApi.middleware),
  });
  render(
    <Provider store={store}>
      <SessionContext value={keeper}>
        <MemoryRouter initialEntries={['/auth']}>
          <AuthPage />
        </MemoryRouter>
      </SessionContext>
    </Provider>,
  );
}

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail').value;
const password = () => screen.getByLabelText<HTMLInputElement>('Password').value;

describe('sign-in and sign-up', () => {
  it('keep what was typed on the way from one tab to the other, in memory only', async () => {
    const user = userEvent.setup();
    show();
    await user.type(screen.getByLabelText('E-mail'), 'ana@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long secret');
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect([email(), password()]).toEqual(['ana@example.org', 'a long secret']);
    await user.type(screen.getByLabelText('Full name'), 'Ana');
    await user.type(screen.getByLabelText('E-mail'), '.uk');
    await user.click(screen.getByRole('tab', { name: 'Sign In' }));
    expect([email(), password()]).toEqual(['ana@example.org.uk', 'a long secret']);
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ana');
    expect(localStorage.length + sessionStorage.length).toBe(0);
  });
});
