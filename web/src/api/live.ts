import type { RequestMeta } from './baseQuery';
import { baseApi } from './baseApi';
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

/** What is pushed of an answer, as the extension `x-live` of the API's document says it. */
export interface LiveRule {
  /** Names in braces stand for an argument of the request or, where there is none, for a field of the answer. */
  readonly topic: string;
  /** The pushes of the topic that concern this answer. */
  readonly kind: string;
  /** They carry single items of a list, each in the place of the one that the list has. */
  readonly items?: boolean;
  /** They carry nothing: the answer is to be fetched. */
  readonly refetch?: boolean;
  /** The request's search parameters. */
  readonly search: readonly string[];
}

interface CacheEntry {
  readonly extra: unknown;
  readonly cacheDataLoaded: PromiseLike<{ data: unknown; meta?: unknown }>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly getCacheEntry: () => { endpointName?: string; requestId?: string };
  readonly updateCachedData: (recipe: (draft: unknown) => unknown) => { patches: readonly unknown[] };
  readonly dispatch: (action: unknown) => unknown;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;
}

/** The topic of one answer. */
export function topicOf(rule: LiveRule, args: unknown, data: unknown): string {
  return rule.topic.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fieldOf(args, name) ?? fieldOf(data, name)));
}

interface Item {
  readonly id: string;
}

/** Puts a pushed item in the place of the one a list has; a list never grows or moves by a push. */
function replaceItem(draft: unknown, fresh: Item): void {
  const items = (Array.isArray(draft) ? draft : fieldOf(draft, 'items')) as Item[] | undefined;
  const index = items?.findIndex(({ id }) => id === fresh.id) ?? -1;
  if (items && index >= 0) items[index] = fresh;
}

/** Fetches one answer again, unless nobody wants it any more. */
type Fetch = (args: unknown, options: { forceRefetch: true; subscribe: false }) => unknown;

interface Asked {
  readonly requestId: string;
}

/** How long after an answer that is under way it is looked whether it came, in milliseconds. */
const patience = 50;

/**
 * For an endpoint's `onCacheEntryAdded`: keeps a cached answer up to date from the shared socket for as long as something
 * on screen uses it. A push carries what the request answers, so it takes the answer's place. One that waited somewhere
 * while a newer answer came changes nothing. `concerns` tells which arguments pushes are about.
 */
export function keepLive(rule: LiveRule, concerns: (args: unknown) => boolean) {
  return async (args: unknown, entry: CacheEntry): Promise<void> => {
    const { live, shown, bootPosition } = entry.extra as LiveContext;
    let loaded: { data: unknown; meta?: unknown };
    try {
      loaded = await entry.cacheDataLoaded;
    } catch {
      // The entry went before its data came, or the request failed: its own error state shows that.
      return;
    }
    const endpoint = entry.getCacheEntry().endpointName ?? '';
    const read = (loaded.meta as RequestMeta | undefined)?.position ?? bootPosition;
    const key = cacheKey(endpoint, args);
    if (read !== undefined && !shown.of(key)) shown.put(key, read);
    let later: ReturnType<typeof setTimeout> | undefined;
    const fetchAgain = () => {
      clearTimeout(later);
      const { initiate } = (baseApi.endpoints as unknown as Record<string, { initiate: Fetch }>)[endpoint] ?? {};
      const asked = entry.dispatch(initiate?.(args, { forceRefetch: true, subscribe: false })) as Asked | undefined;
      // One that is under way already was asked for before, and may not hold what is new: no other is sent until it came.
      if (asked?.requestId !== entry.getCacheEntry().requestId) later = setTimeout(fetchAgain, patience);
    };
    const handler = {
      onData: ({ kind, data, position }: LiveData) => {
        if (kind !== rule.kind) return;
        const standing = shown.of(key);
        if (standing && comparePositions(position, standing.position) < 0) return;
        if (rule.refetch) {
          fetchAgain();
          return;
        }
        const { patches } = entry.updateCachedData((draft) => (rule.items ? replaceItem(draft, data as Item) : data));
        if (patches.length > 0) shown.put(key, position);
      },
      onRefetch: fetchAgain,
      // What may not be pushed any more is asked for: its refusal says why.
      onError: (code: string) => {
        if (code !== 'unavailable') fetchAgain();
      },
    };
    const unsubscribe = concerns(args) ? live.subscribe(topicOf(rule, args, loaded.data), handler, read) : undefined;
    await entry.cacheEntryRemoved;
    clearTimeout(later);
    unsubscribe?.();
    shown.forget(key);
  };
}
