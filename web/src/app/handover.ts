/**
 * The page as the server sent it can be used before the app takes its place:
 * whoever has reached a link or typed a word there must not lose it.
 */

interface Hold {
  readonly place: string;
  /** Which of those that look the same. */
  readonly nth: number;
  readonly typed: string | undefined;
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]';

function placeOf(element: Element): string {
  const named = ['href', 'type', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name));
  return JSON.stringify([element.localName, ...named, element.textContent.trim()]);
}

function alike(root: Element, place: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(reachable)].filter((each) => placeOf(each) === place);
}

function holdOf(root: Element, element: Element | null): Hold | undefined {
  if (!(element instanceof HTMLElement) || !root.contains(element) || !element.matches(reachable)) return undefined;
  const place = placeOf(element);
  const typed = element instanceof HTMLInputElement && element.value !== element.defaultValue ? element.value : undefined;
  return { place, nth: alike(root, place).indexOf(element), typed };
}

/** Types for the reader, in a way that React hears. */
function type(field: HTMLElement, words: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Watches what the reader holds in root. The function it gives is called once,
 * when the app's elements have taken the place of the server's: it gives focus
 * and words to the element that is the same.
 */
export function watchHold(root: Element): () => void {
  let hold = holdOf(root, document.activeElement);
  const watch = new AbortController();
  const look = (event: Event): void => {
    hold = event.target instanceof Element ? holdOf(root, event.target) : undefined;
  };
  root.addEventListener('focusin', look, { signal: watch.signal });
  root.addEventListener('input', look, { signal: watch.signal });
  // A press lets go; if it lands where one can stay, focusin follows. That an element is removed tells nothing.
  document.addEventListener('pointerdown', () => (hold = undefined), { capture: true, signal: watch.signal });
  return () => {
    watch.abort();
    if (!hold || root.contains(document.activeElement)) return;
    const mine = alike(root, hold.place)[hold.nth];
    mine?.focus({ preventScroll: true });
    if (mine && hold.typed !== undefined) type(mine, hold.typed);
    hold = undefined;
  };
}
