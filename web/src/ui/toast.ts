/** At most one toast is on screen; a new one takes the place of the old. */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: 'success' | 'error' | 'info';
  /** What takes it back. */
  readonly action?: { readonly label: string; readonly press: () => void } | undefined;
  /** Milliseconds it stays, where that is not `toastTime`. */
  readonly time?: number | undefined;
}

/** Milliseconds a toast stays. */
export const toastTime = 5000;

let current: Toast | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

export function showToast(toast: Partial<Omit<Toast, 'id'>> & { title: string }): void {
  clearTimeout(timer);
  lastId += 1;
  set({ tone: 'success', ...toast, id: lastId });
  timer = setTimeout(() => set(undefined), toast.time ?? toastTime);
}

export function dismissToast(): void {
  clearTimeout(timer);
  set(undefined);
}

export function currentToast(): Toast | undefined {
  return current;
}

export function subscribeToast(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
