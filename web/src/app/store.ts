import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi, tagTypes } from '@/api/baseApi';
import type { RequestContext } from '@/api/baseQuery';
import type { Boot } from '@/api/boot';
import { createCommandKeys, randomKey } from '@/api/commandKeys';
import { createLiveClient, type LiveClient, type Socket } from '@/api/liveClient';
import type { LiveContext } from '@/api/live';
import { createPositionKeeper } from '@/api/position';
import type { SessionKeeper } from '@/api/session';
import { createShownPositions } from '@/api/shown';

function openSocket(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/live`) as Socket;
}

function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * The store, the socket, and `fill`, which puts the answers that came with the page into the cache: once the page's code
 * has brought its endpoints.
 */
export function createStore(session: SessionKeeper, boot: Boot, language: () => string) {
  const position = createPositionKeeper();
  position.see(boot.position);

  const live: LiveClient = createLiveClient({
    open: openSocket,
    token: () => session.token(),
    renew: (used) => session.renew(used),
    language,
    random: Math.random,
    schedule: later,
    onPosition: (reached) => position.see(reached),
    // What happened while the socket was away may concern lists no topic names.
    onReconnect: () => store.dispatch(baseApi.util.invalidateTags([...tagTypes])),
  });

  const extra: RequestContext & LiveContext = {
    session,
    position,
    shown: createShownPositions(),
    language,
    keys: createCommandKeys(randomKey),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    live,
    bootPosition: boot.position,
  };

  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);

  function fill(): void {
    const known: object = baseApi.endpoints;
    const entries = boot.queries
      .filter((query) => query.endpoint in known)
      .map((query) => ({ endpointName: query.endpoint, arg: query.args, value: query.data }));
    // The endpoints of areas are no part of the base API's type.
    if (entries.length > 0) store.dispatch(baseApi.util.upsertQueryEntries(entries as never));
  }

  return { store, live, fill };
}
