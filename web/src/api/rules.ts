import { baseApi, type Tag } from './baseApi';
import { keepLive, type LiveContext, type LiveRule } from './live';

/*
 * What every generated endpoint follows, derived from what the API's document says of its operation: nothing is stated
 * for one of them by hand, so nothing can be forgotten.
 *
 * An answer that pushes keep is never fetched again because of a command: the push comes as soon. Every other answer is
 * read anew after each command that is done, if it is on screen, and forgotten if it is not; reads wait until the tables
 * reflect the command. So are lists of which only the items are pushed: a command may have made one longer or shorter.
 */

/** What an operation is: a read with what is pushed of it (true: nothing), or a command. */
export type Rule = { readonly reads: LiveRule | true } | 'command';

interface Endpoint {
  providesTags?: (answer: unknown, error: unknown, args: unknown) => Tag[];
  onCacheEntryAdded?: ReturnType<typeof keepLive>;
  onQueryStarted?: (args: unknown, started: Started) => Promise<void>;
}

interface Started {
  readonly extra: unknown;
  readonly queryFulfilled: PromiseLike<unknown>;
  readonly dispatch: (action: ReturnType<typeof baseApi.util.invalidateTags>) => unknown;
}

/**
 * Whether pushes keep the whole answer to these arguments. They carry what is answered without search parameters: of a
 * list that is its first page.
 */
export function isKept(rule: LiveRule | true, args: unknown): boolean {
  if (rule === true || rule.items) return false;
  const given = (args ?? {}) as Readonly<Record<string, unknown>>;
  return rule.refetch === true || rule.search.every((name) => given[name] === undefined);
}

/** After a command: what pushes don't keep is stale, and while the socket is away so is the rest. */
async function refresh({ extra, queryFulfilled, dispatch }: Started): Promise<void> {
  try {
    await queryFulfilled;
  } catch {
    // It changed nothing; why is told where it was pressed.
    return;
  }
  const { live } = extra as Partial<LiveContext>;
  const away = live !== undefined && live.status() !== 'open';
  dispatch(baseApi.util.invalidateTags(away ? ['Answer', 'Live'] : ['Answer']));
}

function follow(endpoint: Endpoint, rule: Rule): void {
  if (rule === 'command') {
    endpoint.onQueryStarted = (_, started) => refresh(started);
    return;
  }
  const { reads } = rule;
  endpoint.providesTags = (_, __, args) => [isKept(reads, args) ? 'Live' : 'Answer'];
  if (reads === true) return;
  endpoint.onCacheEntryAdded = keepLive(reads, (args) => reads.items === true || isKept(reads, args));
}

/** Gives the endpoints of an area their rules. */
export function withRules<Api extends object>(api: Api, rules: Readonly<Record<string, Rule>>): Api {
  const endpoints = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, (endpoint: Endpoint) => follow(endpoint, rule)]),
  );
  // The endpoints' own types know nothing of rules that hold for all of them.
  (api as unknown as typeof baseApi).enhanceEndpoints({ endpoints });
  return api;
}
