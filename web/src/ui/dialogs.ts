/** The modal dialogs that are open, the one on top last. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

export function dialogOpened(dialog: HTMLDialogElement): void {
  set([...open.filter((one) => one !== dialog), dialog]);
}

export function dialogClosed(dialog: HTMLDialogElement): void {
  if (open.includes(dialog)) set(open.filter((one) => one !== dialog));
}

export function topDialog(): HTMLDialogElement | undefined {
  return open.at(-1);
}

export function subscribeDialogs(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
