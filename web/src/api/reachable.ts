/** Milliseconds between two tries to reach the server. */
const pause = 3000;

/** Whether the server answers. The device's own word is not enough: it is online where its network leads nowhere. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    // That is the answer.
    return false;
  }
}

/** Calls back once, when the server answers again; that the device is online is tried at once. Gives the way to stop. */
export function whenReachable(back: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new AbortController();
  const { signal } = stopped;
  async function look(): Promise<void> {
    clearTimeout(timer);
    const reached = await isReachable();
    if (signal.aborted) return;
    if (reached) {
      stop();
      back();
    } else wait();
  }
  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), pause);
  }
  function stop(): void {
    clearTimeout(timer);
    stopped.abort();
  }
  addEventListener('online', () => void look(), { signal });
  wait();
  return stop;
}
