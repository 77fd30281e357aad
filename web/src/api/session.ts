/**
 * The signed-in session of this tab. The access token lives in memory only; the
 * refresh token is an HttpOnly cookie this code never sees. Refreshing rotates
 * that cookie, and a rotated cookie used twice ends the session, so one refresh
 * runs at a time in this tab (a shared promise) and across tabs (a Web Lock).
 */

export interface Member {
  readonly id: string;
  /** Staff roles; the server decides, the app only hides. */
  readonly roles: readonly string[];
}

export interface Session {
  readonly accessToken: string;
  /** Milliseconds since 1970 on this device's clock. */
  readonly expiresAt: number;
  readonly member: Member;
}

export type SessionState =
  | { readonly status: 'unknown' }
  /**
   * `left` where the member signed out, here or in another tab, rather than lost the session; `ended` where it has ended
   * elsewhere or by itself: why, as the server says it, empty where that is not known.
   */
  | { readonly status: 'anonymous'; readonly left?: boolean; readonly ended?: string }
  | { readonly status: 'member'; readonly member: Member };

/** There is no session any more. */
export interface Ended {
  /** Why, as the server says it; empty where that is not known. */
  readonly ended: string;
}

export interface SessionDeps {
  /** Asks for a new access token: the session, or why there is none any more; throws when no answer came. */
  refresh(): Promise<Session | Ended>;
  /** Ends the session on the server. */
  signOut(): Promise<void>;
  now(): number;
  /** Runs `work` while no other tab does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Tells the other tabs, and hears from them. */
  channel: { post(message: TabMessage): void; listen(heard: (message: TabMessage) => void): void };
  /** Whether this browser has signed in before; spares visitors a pointless request. */
  hint: { get(): boolean; set(value: boolean): void };
  schedule(work: () => void, milliseconds: number): () => void;
}

export type TabMessage = 'signed-in' | 'signed-out';

export interface SessionKeeper {
  /** The state now; a new object whenever it changes. */
  readonly state: () => SessionState;
  readonly subscribe: (changed: () => void) => () => void;
  /** Finds out at start whether someone is signed in. */
  start(): Promise<void>;
  /** Takes over the session a sign-in, sign-up or confirmation answered with. */
  adopt(session: Session): void;
  /** A token that is valid now, refreshed first if it is about to expire; undefined when signed out. */
  token(): Promise<string | undefined>;
  /** Refreshes because the server refused `used`; undefined when that ended the session. */
  renew(used: string | undefined): Promise<string | undefined>;
  signOut(): Promise<void>;
}

/** A token is renewed this long before it expires, so that no request meets the edge. */
export const renewalMargin = 30_000;

export function createSessionKeeper(deps: SessionDeps): SessionKeeper {
  let state: SessionState = { status: 'unknown' };
  let session: Session | undefined;
  let refreshing: Promise<string | undefined> | undefined;
  let cancelTimer: () => void = () => undefined;
  const listeners = new Set<() => void>();

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function sameMember(member: Member): boolean {
    return state.status === 'member' && JSON.stringify(state.member) === JSON.stringify(member);
  }

  function take(next: Session): void {
    session = next;
    deps.hint.set(true);
    cancelTimer();
    const wait = Math.max(next.expiresAt - deps.now() - renewalMargin, 1000);
    cancelTimer = deps.schedule(() => {
      refresh().catch((error: unknown) => console.warn('the session was not renewed; the next request tries again', error));
    }, wait);
    if (!sameMember(next.member)) set({ status: 'member', member: next.member });
  }

  function drop(why: { readonly left?: boolean; readonly ended?: string } = {}): void {
    session = undefined;
    deps.hint.set(false);
    cancelTimer();
    if (state.status !== 'anonymous') set({ status: 'anonymous', ...why });
  }

  function refresh(): Promise<string | undefined> {
    refreshing ??= deps
      .exclusively(() => deps.refresh())
      .then((next) => {
        if ('ended' in next) {
          drop({ ended: next.ended });
          return undefined;
        }
        take(next);
        return next.accessToken;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  /** Asks who is here until there is an answer: without one a member must not be taken for a guest. */
  async function find(tries: number): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      console.warn('no answer about the session; asking again', error);
      cancelTimer();
      cancelTimer = deps.schedule(() => void find(tries + 1), Math.min(1000 * 2 ** tries, 30_000));
    }
  }

  deps.channel.listen((message) => {
    if (message === 'signed-out') drop({ left: true });
    else refresh().catch((error: unknown) => console.warn('another tab signed in, this one could not follow yet', error));
  });

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    async start() {
      if (!deps.hint.get()) {
        drop();
        return;
      }
      await find(0);
    },
    adopt(next) {
      take(next);
      deps.channel.post('signed-in');
    },
    async token() {
      if (refreshing) return refreshing;
      if (!session) return state.status === 'unknown' && deps.hint.get() ? refresh() : undefined;
      if (session.expiresAt - deps.now() > renewalMargin) return session.accessToken;
      return refresh();
    },
    async renew(used) {
      if (session && session.accessToken !== used) return session.accessToken;
      if (!session && !deps.hint.get()) return undefined;
      return refresh();
    },
    async signOut() {
      try {
        await deps.signOut();
      } finally {
        drop({ left: true });
        deps.channel.post('signed-out');
      }
    },
  };
}
