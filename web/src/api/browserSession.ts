import { forgetDrafts } from './drafts';
import { problemFrom } from './problem';
import { keepReturnPath } from './returnPath';
import { createSessionKeeper, type Member, type Session, type SessionKeeper, type TabMessage } from './session';

/** The server sets this cookie beside the refresh token, which no script can read. It is worth nothing by itself. */
const hintCookie = 'callup_signed_in';

/** Whether a document's cookies say that somebody signed in here before. */
export function hinted(cookies: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === `${hintCookie}=1`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What `/api/auth/sign-in` and `/api/auth/refresh` answer. */
export interface SessionAnswer {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly member: Member;
}

function isSessionAnswer(body: unknown): body is SessionAnswer {
  if (!isRecord(body) || !isRecord(body.member)) return false;
  return typeof body.access_token === 'string' && typeof body.expires_in === 'number' && typeof body.member.id === 'string';
}

/** The session in an answer; throws when the answer has another shape. */
export function sessionFrom(body: unknown, now: number): Session {
  if (!isSessionAnswer(body)) throw new TypeError('the sign-in answer has no session in it');
  return { accessToken: body.access_token, expiresAt: now + body.expires_in * 1000, member: body.member };
}

/** What somebody leaves behind in this browser beside their session. */
function forgetTraces(): void {
  forgetDrafts();
  keepReturnPath(undefined, Date.now());
}

async function lock<T>(work: () => Promise<T>): Promise<T> {
  // Plain http on a local network has no Web Locks; there the tab's own single flight must do.
  if (!('locks' in navigator)) return work();
  let begun = false;
  try {
    return await navigator.locks.request('callup-refresh', () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    console.warn('this browser grants no locks', error); // as Firefox does where cookies are blocked
    return work();
  }
}

/** The way to the other tabs; none where the browser forbids it, as Firefox does where cookies are blocked. */
function channelOfTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('callup-session');
  } catch (error) {
    console.warn('this tab hears nothing of others', error);
    return undefined;
  }
}

function tabs(): { post(message: TabMessage): void; listen(heard: (message: TabMessage) => void): void } {
  const channel = channelOfTabs();
  return {
    post: (message) => channel?.postMessage(message),
    listen(heard) {
      channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (event.data === 'signed-out') forgetTraces();
        if (event.data === 'signed-in' || event.data === 'signed-out') heard(event.data);
      });
    },
  };
}

/** The session keeper of a real browser. `known` says whether the server saw a refresh cookie. */
export function createBrowserSession(known: boolean): SessionKeeper {
  return createSessionKeeper({
    async refresh() {
      const response = await fetch('/api/auth/refresh', { method: 'POST', credentials: 'same-origin' });
      if (response.ok) return sessionFrom(await response.json(), Date.now());
      if (response.status < 500 && response.status !== 429) {
        const { why } = problemFrom(response.status, await response.json().catch(() => undefined)).args;
        return { ended: typeof why === 'string' ? why : '' };
      }
      throw new Error(`refreshing the session answered ${response.status}`);
    },
    async signOut() {
      forgetTraces();
      const response = await fetch('/api/auth/sign-out', { method: 'POST', credentials: 'same-origin' });
      if (!response.ok && response.status !== 401) throw new Error(`signing out answered ${response.status}`);
    },
    now: () => Date.now(),
    exclusively: lock,
    channel: tabs(),
    hint: {
      get: () => known || hinted(document.cookie),
      set(value) {
        known = value;
        // The server sets it; only a session that ended without its knowing leaves it behind.
        if (!value && hinted(document.cookie)) document.cookie = `${hintCookie}=; path=/; max-age=0; samesite=strict`;
      },
    },
    schedule(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}
