import { baseApi, type Tag } from './baseApi';
import type { RequestMeta } from './baseQuery';
import type { LiveClient, LiveData } from './liveClient';
import { comparePositions } from './position';
import { cacheKey, type ShownPositions } from './shown';

/** What the store hands to endpoints beside the request context. */
export interface LiveContext {
  readonly live: LiveClient;
  readonly shown: ShownPositions;
  /** The position of the answers that came inside the page. */
  readonly bootPosition?: string | undefined;
}

interface CacheEntry<Data> {
  readonly extra: unknown;
  readonly cacheDataLoaded: PromiseLike<{ data: Data; meta?: unknown }>;
  readonly cacheEntryRemoved: Promise<void>;
  getCacheEntry(): { endpointName?: string };
  updateCachedData(recipe: (draft: Data) => Data | void): { patches: readonly unknown[] };
  dispatch(action: ReturnType<typeof baseApi.util.invalidateTags>): unknown;
}

interface LiveRules<Arg, Data> {
  /** The topics whose pushes concern an answer; none for one nothing is pushed about. */
  topics(arg: Arg, data: Data): readonly string[];
  /** Works a push into the cached answer: change the draft, or return a new value. */
  patch(draft: Data, message: LiveData, arg: Arg): Data | void;
  /** What to fetch again when a topic can't be resumed. */
  tags(arg: Arg, data: Data): readonly Tag[];
}

/**
 * For an endpoint's `onCacheEntryAdded`: keeps a cached answer up to date from
 * the shared socket for as long as something on screen uses it. A push that
 * waited somewhere while a newer answer came changes nothing.
 */
export function liveUpdates<Arg, Data>(rules: LiveRules<Arg, Data>) {
  return async (arg: Arg, entry: CacheEntry<Data>): Promise<void> => {
    const { live, shown, bootPosition } = entry.extra as LiveContext;
    let loaded: { data: Data; meta?: unknown };
    try {
      loaded = await entry.cacheDataLoaded;
    } catch {
      // The entry went before its data came, or the request failed: its own error state shows that.
      return;
    }
    const { data } = loaded;
    const read = (loaded.meta as RequestMeta | undefined)?.position ?? bootPosition;
    const key = cacheKey(entry.getCacheEntry().endpointName ?? '', arg);
    if (read !== undefined && !shown.of(key)) shown.put(key, read);
    const handler = {
      onData: (message: LiveData) => {
        const standing = shown.of(key);
        if (standing && comparePositions(message.position, standing.position) < 0) return;
        const { patches } = entry.updateCachedData((draft) => rules.patch(draft, message, arg));
        if (patches.length > 0) shown.put(key, message.position);
      },
      onRefetch: () => {
        entry.dispatch(baseApi.util.invalidateTags([...rules.tags(arg, data)]));
      },
    };
    const subscriptions = rules.topics(arg, data).map((topic) => live.subscribe(topic, handler, read));
    await entry.cacheEntryRemoved;
    for (const unsubscribe of subscriptions) unsubscribe();
    shown.forget(key);
  };
}
