import { comparePositions } from './position';

/**
 * The one socket to `/api/live`. It is shared by every cache entry that wants
 * pushes, comes back by itself with growing, jittered pauses, and resumes each
 * topic after the last position of which everything came.
 */

export interface LiveData {
  readonly topic: string;
  readonly position: string;
  /** Another push belongs to this one and follows. */
  readonly more?: boolean;
  readonly kind: string;
  readonly data: unknown;
}

export interface TopicHandler {
  onData(message: LiveData): void;
  /** The server can't resume this topic: fetch it again. */
  onRefetch(): void;
  /** The topic was refused (`forbidden`, `unknown_topic`, …). */
  onError?(code: string): void;
}

export type LiveStatus = 'idle' | 'connecting' | 'open' | 'reconnecting';

export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface LiveDeps {
  open(): Socket;
  token(): Promise<string | undefined>;
  /** The server takes the token no more: finds out whether the session has ended. */
  renew(used: string | undefined): Promise<unknown>;
  language(): string;
  /** A number in [0, 1). */
  random(): number;
  schedule(work: () => void, milliseconds: number): () => void;
  /** A push showed that the log has come to here. */
  onPosition(position: string): void;
  /**
   * Called once the socket is ready again after it was lost. Everything is to be fetched anew then: another server may
   * push, under an earlier position, what came here only in part.
   */
  onReconnect(): void;
}

export interface LiveClient {
  /**
   * Connects on the first subscription, disconnects after the last has gone.
   * `after` is the position the subscriber's own data was read at: nothing
   * between that read and the subscription is missed.
   */
  subscribe(topic: string, handler: TopicHandler, after?: string): () => void;
  /** Who is signed in, or the language, changed: says hello again on a new socket. */
  restart(): void;
  /** The network is back: does not wait for the next attempt. */
  wake(): void;
  readonly status: () => LiveStatus;
  readonly onStatus: (changed: () => void) => () => void;
}

/** First and longest pause in milliseconds before connecting again. */
const firstPause = 500;
const longestPause = 30_000;
/** A socket that says nothing for this long (milliseconds), not even a ping, is dead. */
const silence = 75_000;

interface Topic {
  readonly handlers: Set<TopicHandler>;
  /** The latest that came. */
  position: string | undefined;
  /** The latest of which everything came. */
  whole: string | undefined;
  /** The server that pushed that; undefined when it was read. */
  from: string | undefined;
}

type ServerMessage =
  | { type: 'ready'; server?: string }
  | { type: 'ping' }
  | ({ type: 'data' } & LiveData)
  | { type: 'refetch'; topic: string }
  | { type: 'error'; topic?: string; code: string };

function parse(text: unknown): ServerMessage | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'type' in value) return value as ServerMessage;
  } catch (error) {
    console.error('the live socket sent something that is not JSON', error);
  }
  return undefined;
}

/** When a server that restarts wants this client back: it spreads all of them over some seconds. */
function pauseSaid(reason: string): number | undefined {
  const said = /^retry_in_ms=(\d{1,5})$/.exec(reason)?.[1];
  return said === undefined ? undefined : Math.min(longestPause, Number(said));
}

export function createLiveClient(deps: LiveDeps): LiveClient {
  const topics = new Map<string, Topic>();
  const statusListeners = new Set<() => void>();
  let status: LiveStatus = 'idle';
  let socket: Socket | undefined;
  let ready = false;
  /** The token that the socket said hello with. */
  let hello: string | undefined;
  /** The server that the socket leads to. */
  let server: string | undefined;
  let wasReady = false;
  let failures = 0;
  let cancelRetry: () => void = () => undefined;
  let cancelSilence: () => void = () => undefined;

  function setStatus(next: LiveStatus): void {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener();
  }

  function send(message: object): void {
    socket?.send(JSON.stringify(message));
  }

  // JSON leaves out what is undefined.
  function subscribeMessage(name: string, { whole, from }: Topic): object {
    return { type: 'subscribe', topic: name, after: whole, from };
  }

  function abandon(): void {
    const old = socket;
    socket = undefined;
    ready = false;
    cancelSilence();
    if (!old) return;
    old.onopen = null;
    old.onclose = null;
    old.onmessage = null;
    old.close();
  }

  function lost(saidPause?: number): void {
    abandon();
    if (topics.size === 0) {
      setStatus('idle');
      return;
    }
    setStatus('reconnecting');
    cancelRetry();
    if (saidPause !== undefined) {
      cancelRetry = deps.schedule(connect, saidPause);
      return;
    }
    const ceiling = Math.min(longestPause, firstPause * 2 ** failures);
    failures += 1;
    // Half fixed, half random: a restarted server is not met by everyone at once.
    cancelRetry = deps.schedule(connect, ceiling / 2 + deps.random() * (ceiling / 2));
  }

  function heard(): void {
    cancelSilence();
    cancelSilence = deps.schedule(() => lost(), silence);
  }

  function receive(message: ServerMessage): void {
    switch (message.type) {
      case 'ready': {
        ready = true;
        failures = 0;
        server = message.server;
        for (const [name, topic] of topics) send(subscribeMessage(name, topic));
        setStatus('open');
        if (wasReady) deps.onReconnect();
        wasReady = true;
        break;
      }
      case 'data': {
        const topic = topics.get(message.topic);
        // What was pushed before a resume may come once more: never go back.
        if (!topic || (topic.position !== undefined && comparePositions(message.position, topic.position) < 0)) break;
        topic.position = message.position;
        if (!message.more) {
          topic.whole = message.position;
          topic.from = server;
        }
        deps.onPosition(message.position);
        for (const handler of topic.handlers) handler.onData(message);
        break;
      }
      case 'refetch': {
        for (const handler of topics.get(message.topic)?.handlers ?? []) handler.onRefetch();
        break;
      }
      case 'error': {
        if (message.code === 'invalid_token') {
          // The session was ended elsewhere, or the server's keys are new. The socket closes and comes back by itself.
          deps.renew(hello).catch((error: unknown) => console.warn('no answer about the session', error));
          break;
        }
        console.error('the live socket refused something', message);
        for (const handler of topics.get(message.topic ?? '')?.handlers ?? []) handler.onError?.(message.code);
        break;
      }
      case 'ping':
        break;
      default:
        // A newer server may say more than this tab knows.
        break;
    }
  }

  function connect(): void {
    cancelRetry();
    if (socket || topics.size === 0) return;
    setStatus(wasReady || failures > 0 ? 'reconnecting' : 'connecting');
    const opened = deps.open();
    socket = opened;
    opened.onopen = () => {
      heard();
      deps.token().then(
        (token) => {
          if (socket !== opened) return;
          hello = token;
          send(token ? { type: 'hello', token, lang: deps.language() } : { type: 'hello', lang: deps.language() });
        },
        (error: unknown) => {
          console.warn('no token for the live socket', error);
          if (socket === opened) lost();
        },
      );
    };
    opened.onmessage = (event) => {
      heard();
      const message = parse(event.data);
      if (message) receive(message);
    };
    opened.onclose = (event) => lost(pauseSaid(event.reason));
  }

  return {
    subscribe(name, handler, after) {
      let topic = topics.get(name);
      if (!topic) {
        topic = { handlers: new Set(), position: after, whole: after, from: undefined };
        topics.set(name, topic);
        if (ready) send(subscribeMessage(name, topic));
      } else if (after && topic.position && comparePositions(after, topic.position) < 0) {
        // Pushes after this subscriber's read went to the others already.
        handler.onRefetch();
      }
      topic.handlers.add(handler);
      connect();
      return () => {
        const current = topics.get(name);
        if (!current?.handlers.delete(handler) || current.handlers.size > 0) return;
        topics.delete(name);
        if (ready) send({ type: 'unsubscribe', topic: name });
        if (topics.size > 0) return;
        cancelRetry();
        abandon();
        wasReady = false;
        failures = 0;
        setStatus('idle');
      };
    },
    restart() {
      if (!socket) return;
      abandon();
      connect();
    },
    wake() {
      if (socket) return;
      failures = 0;
      connect();
    },
    status: () => status,
    onStatus(changed) {
      statusListeners.add(changed);
      return () => statusListeners.delete(changed);
    },
  };
}
