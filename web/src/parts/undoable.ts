import { useSyncExternalStore } from 'react';
import { asProblem, type Problem } from '@/api/problem';
import { showToast } from '@/ui/toast';

/** Milliseconds in which it can be undone; then it is sent. */
export const undoTime = 8000;

interface Deletion {
  /** What is deleted. */
  readonly id: string;
  /** What the toast says, and what its button does. */
  readonly title: string;
  readonly undo: string;
  readonly send: () => Promise<unknown>;
  /** It is still there: says why. */
  readonly onRefused: (problem: Problem) => void;
}

const waiting = new Map<string, Deletion & { timer: ReturnType<typeof setTimeout> }>();
let gone: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  gone = next;
  for (const listener of listeners) listener();
}

function bringBack(id: string): void {
  set(new Set([...gone].filter((one) => one !== id)));
}

async function finish(id: string): Promise<void> {
  const deletion = waiting.get(id);
  if (!deletion) return;
  clearTimeout(deletion.timer);
  waiting.delete(id);
  try {
    await deletion.send();
  } catch (error) {
    bringBack(id);
    deletion.onRefused(asProblem(error));
  }
}

/**
 * Deletes something once nobody has undone it for some seconds. Until then it only looks deleted. Another screen changes
 * nothing about it; whoever leaves the app, or signs out, has it sent at once.
 */
export function deleteUnlessUndone(deletion: Deletion): void {
  const { id, title, undo } = deletion;
  const timer = setTimeout(() => void finish(id), undoTime);
  waiting.set(id, { ...deletion, timer });
  set(new Set([...gone, id]));
  const press = () => {
    // It may have been sent since.
    if (!waiting.delete(id)) return;
    clearTimeout(timer);
    bringBack(id);
  };
  showToast({ title, action: { label: undo, press }, time: undoTime });
}

/** Sends what could still be undone. */
export async function finishDeletions(): Promise<void> {
  await Promise.all([...waiting.keys()].map(finish));
}

globalThis.addEventListener('pagehide', () => void finishDeletions());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What is deleted, or looks so, on this page. */
export function useDeleted(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => gone);
}
