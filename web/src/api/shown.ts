import { defaultSerializeQueryArgs } from '@reduxjs/toolkit/query';

/**
 * Which position each cached answer reflects. Answers and pushes meet here, so
 * that neither replaces something newer.
 */
export interface ShownPositions {
  /** A new object whenever something newer was shown; undefined where nothing is known. */
  of(key: string): Standing | undefined;
  /** An answer or a push at this position is in the cache now. */
  put(key: string, position: string): void;
  forget(key: string): void;
}

export interface Standing {
  readonly position: string;
}

export function createShownPositions(): ShownPositions {
  const standings = new Map<string, Standing>();
  return {
    of: (key) => standings.get(key),
    put: (key, position) => void standings.set(key, { position }),
    forget: (key) => void standings.delete(key),
  };
}

/** The key under which the cache keeps an endpoint's answer. */
export function cacheKey(endpointName: string, queryArgs: unknown): string {
  return defaultSerializeQueryArgs({ endpointName, queryArgs, endpointDefinition: {} as never });
}
