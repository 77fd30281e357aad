import i18next from 'i18next';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { baseApi, tagTypes } from '@/api/baseApi';
import { readBoot } from '@/api/boot';
import { createBrowserSession } from '@/api/browserSession';
import { LiveSocketContext } from '@/api/LiveSocketContext';
import { SessionContext } from '@/api/SessionContext';
import { languageOf } from '@/i18n/languages';
import { startTexts } from '@/i18n/setup';
import { watchHold } from './handover';
import { createRouter, ready } from './router';
import { consequenceOf } from './sessionChange';
import { createStore } from './store';
import { guardAgainstTranslators } from './translators';

/** Says when the app's elements stand in the page. */
function Begins({ begun, children }: { begun: () => void; children: ReactNode }) {
  useLayoutEffect(begun, [begun]);
  return children;
}

/** Starts the app in the page that the server sent. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const boot = readBoot(document);
  const session = createBrowserSession(boot.session);
  const { store, live, fill } = createStore(session, boot, () => languageOf(i18next.resolvedLanguage));

  const texts = startTexts();
  // Not awaited: a page shows without knowing who looks; requests wait for the token by themselves.
  session.start().catch((error: unknown) => console.error('the session did not start', error));
  await texts;
  const router = createRouter();
  // The server's own rendering stays until the first page can take its place whole.
  await ready(router);
  fill();

  let before = session.state();
  session.subscribe(() => {
    const now = session.state();
    const consequence = consequenceOf(before, now);
    if (consequence === 'forget') store.dispatch(baseApi.util.resetApiState());
    if (consequence === 'refresh') store.dispatch(baseApi.util.invalidateTags([...tagTypes]));
    if (now.status !== 'anonymous' || before.status === 'member') live.restart();
    before = now;
  });
  i18next.on('languageChanged', () => live.restart());
  addEventListener('online', () => live.wake());

  guardAgainstTranslators(document.body);
  const handOver = watchHold(root);
  const begun = (): void => {
    root.dataset['app'] = 'started';
    handOver();
  };
  // A transition is rendered in slices, between which the browser answers the reader.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <Provider store={store}>
          <SessionContext value={session}>
            <LiveSocketContext value={live}>
              <Begins begun={begun}>
                <RouterProvider router={router} />
              </Begins>
            </LiveSocketContext>
          </SessionContext>
        </Provider>
      </StrictMode>,
    );
  });
}
