import type { Action } from '@reduxjs/toolkit';
import { baseApi } from './baseApi';
import type { LiveContext } from './live';
import { cacheKey } from './shown';

/** What a command changes in one cached answer before the server has said so. */
export interface Change {
  /** The endpoint of the answer. */
  readonly endpoint: string;
  /** The arguments it was asked with. */
  readonly args: unknown;
  /** Works the change into the draft. */
  readonly recipe: (draft: never) => void;
}

interface Started {
  readonly extra: unknown;
  readonly queryFulfilled: PromiseLike<unknown>;
  readonly dispatch: (action: unknown) => unknown;
}

/** The cache's own way to change an answer, without the types of endpoints that are injected later. */
type Update = (endpoint: string, args: unknown, recipe: Change['recipe']) => Action;

interface Endpoint {
  onQueryStarted?: (arg: never, started: Started) => Promise<void>;
}

/**
 * Has a command of an area show its changes at once. What every command does besides, when it is done, stays: an
 * `onQueryStarted` that is given to `enhanceEndpoints` would replace it.
 */
export function showAtOnce(api: object, command: string, changesOf: (arg: never) => readonly Change[]): void {
  const show = optimistic(changesOf);
  const enhance = (endpoint: Endpoint) => {
    const follow = endpoint.onQueryStarted;
    endpoint.onQueryStarted = async (arg, started) => {
      await Promise.all([show(arg, started), follow?.(arg, started)]);
    };
  };
  // The endpoints' own types know nothing of what holds for any of them.
  (api as typeof baseApi).enhanceEndpoints({ endpoints: { [command]: enhance } });
}

/**
 * For a command that is safe to show before it is done, such as a reaction: makes its changes at once and takes them back
 * when it is refused. What an answer or a push has replaced meanwhile is the server's own word and stays.
 */
export function optimistic<Arg>(changesOf: (arg: Arg) => readonly Change[]) {
  return async (arg: Arg, { extra, queryFulfilled, dispatch }: Started): Promise<void> => {
    const { shown } = extra as LiveContext;
    const update = baseApi.util.updateQueryData as unknown as Update;
    const made = changesOf(arg).map(({ endpoint, args, recipe }) => {
      const key = cacheKey(endpoint, args);
      const { undo } = dispatch(update(endpoint, args, recipe)) as { undo: () => void };
      return { key, standing: shown.of(key), undo };
    });
    try {
      await queryFulfilled;
    } catch {
      // Why it was refused is told where it was pressed.
      for (const { key, standing, undo } of made.toReversed()) if (shown.of(key) === standing) undo();
    }
  };
}
