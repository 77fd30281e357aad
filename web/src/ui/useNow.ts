import { useSyncExternalStore } from 'react';

/** Milliseconds between ticks: relative times are no finer than a minute. */
const tick = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const listener of listeners) listener();
    }, tick);
  }
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time in milliseconds, shared by everything on screen and moving twice a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
