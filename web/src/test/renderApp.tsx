import { configureStore } from '@reduxjs/toolkit';
import { act, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { baseApi } from '@/api/baseApi';
import type { RequestContext } from '@/api/baseQuery';
import { createCommandKeys } from '@/api/commandKeys';
import type { LiveClient, TopicHandler } from '@/api/liveClient';
import type { LiveContext } from '@/api/live';
import { createPositionKeeper } from '@/api/position';
import type { Session, SessionKeeper, SessionState } from '@/api/session';
import { SessionContext } from '@/api/SessionContext';
import { createShownPositions } from '@/api/shown';

/** A signed-in member for tests. */
export const ana: SessionState = { status: 'member', member: { id: 'm1', roles: [] } };

interface Options {
  /** Who looks; a visitor unless said. */
  session?: SessionState;
  /** The address shown. */
  path?: string;
  /** The address as the router writes it, where what is shown reads parameters from it. */
  route?: string;
}

interface Topics {
  readonly socket: LiveClient;
  /** Pushes an answer to whoever watches the topic. */
  readonly push: (topic: string, kind: string, data: unknown, position?: string) => void;
}

/** A socket that is open and pushes what a test says. */
function createTopics(): Topics {
  const handlers = new Map<string, Set<TopicHandler>>();
  let pushes = 0;
  return {
    socket: {
      subscribe(topic, handler) {
        const all = handlers.get(topic) ?? new Set();
        handlers.set(topic, all.add(handler));
        return () => void all.delete(handler);
      },
      restart: () => undefined,
      wake: () => undefined,
      status: () => 'open',
      onStatus: () => () => undefined,
    },
    push(topic, kind, data, position = String(1000 + (pushes += 1))) {
      for (const handler of handlers.get(topic) ?? []) handler.onData({ topic, kind, data, position });
    },
  };
}

export interface TestApp extends RenderResult {
  readonly store: ReturnType<typeof createTestStore>;
  /** Somebody signs in or out, or the session turns out to be another. */
  readonly become: (session: SessionState) => void;
  readonly push: Topics['push'];
  /** Who is signed in. */
  readonly who: () => SessionState;
  /** The address shown now. */
  readonly at: () => string;
}

/** A store as the app has it, with keys that count ("key-1") and a socket that is never lost. */
export function createTestStore(live: LiveClient = createTopics().socket) {
  let keys = 0;
  const extra: RequestContext & LiveContext = {
    session: { token: () => Promise.resolve(undefined), renew: () => Promise.resolve(undefined) },
    position: createPositionKeeper(),
    shown: createShownPositions(),
    language: () => 'en',
    keys: createCommandKeys(() => `key-${(keys += 1)}`),
    wait: () => Promise.resolve(),
    live,
  };
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(baseApi.middleware),
  });
}

/** Renders a part of the app with everything that the app puts around it; `serve` says what its requests are answered. */
export function renderApp(ui: ReactNode, { session = { status: 'anonymous' }, path = '/', route = '*' }: Options = {}): TestApp {
  let now = session;
  let changed: () => void = () => undefined;
  const keeper = {
    state: () => now,
    token: () => Promise.resolve('t1'),
    renew: () => Promise.resolve('t2'),
    subscribe: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
    adopt: ({ member }: Session) => {
      now = { status: 'member', member };
      changed();
    },
    signOut: () => {
      now = { status: 'anonymous', left: true };
      changed();
      return Promise.resolve();
    },
  } as unknown as SessionKeeper;
  const { socket, push } = createTopics();
  const store = createTestStore(socket);
  const router = createMemoryRouter([{ path: route, element: ui }], { initialEntries: [path] });
  const rendered = render(
    <Provider store={store}>
      <SessionContext value={keeper}>
        <RouterProvider router={router} />
      </SessionContext>
    </Provider>,
  );
  const become = (state: SessionState) =>
    act(() => {
      now = state;
      changed();
    });
  const at = () => router.state.location.pathname + router.state.location.search + router.state.location.hash;
  return { ...rendered, store, become, who: () => now, at, push: (...message) => act(() => push(...message)) };
}
