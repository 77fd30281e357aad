import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { baseApi } from '@/api/baseApi';
import { createCommandKeys } from '@/api/commandKeys';
import { createPositionKeeper } from '@/api/position';
import { createShownPositions } from '@/api/shown';
import common from '@/i18n/common.fr.json';
import problems from '@/i18n/problems.fr.json';
import { Supporters } from './Supporters';
import texts from './texts.fr.json';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'fr',
    fallbackLng: 'fr',
    defaultNS: 'common',
    resources: { fr: { common, problems, campaign: texts } },
    interpolation: { escapeValue: false },
  });
});

/** A campaign with this many gifts, all on the first page of its list. */
function show(gifts: number, onAll?: () => void): void {
  const items = Array.from({ length: gifts }, (_, index) => ({
    id: `s${index}`,
    kind: 'money',
    person: { name: `Ana ${index}` },
    anonymous: false,
    amount: 500,
    currency: 'EUR',
    message: '',
    lang: 'fr',
    at: '2026-11-20T10:00:00Z',
  }));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items, next: '', total: gifts })));
  const extra = {
    session: { token: () => Promise.resolve(undefined), renew: () => Promise.resolve(undefined) },
    position: createPositionKeeper(),
    shown: createShownPositions(),
    language: () => 'fr',
    keys: createCommandKeys(() => 'key'),
    wait: () => Promise.resolve(),
    live: { subscribe: () => () => undefined },
  };
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(baseApi.middleware),
  });
  render(
    <Provider store={store}>
      <Supporters id="c1" {...(onAll && { onAll })} />
    </Provider>,
  );
}

it('shows five gifts beside the story, and the first page of them where all were asked for', async () => {
  const onAll = vi.fn<() => void>();
  show(7, onAll);
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
  screen.getByRole('button', { name: 'Voir les 7 dons' }).click();
  expect(onAll).toHaveBeenCalledOnce();
  cleanup();
  show(7);
  expect(await screen.findAllByRole('listitem')).toHaveLength(7);
  expect(screen.queryByRole('button')).toBeNull();
});
