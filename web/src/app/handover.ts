/**
 * The page as the server sent it can be used before the app takes its place:
 * whoever has reached a link or typed a word there must not lose it.
 */

interface Place {
  readonly look: string;
  /** Which of those that look the same. */
  readonly nth: number;
}

interface Answer extends Place {
  /** True and false for what is chosen by a press. */
  readonly given: string | boolean;
}

interface Fold extends Place {
  readonly open: boolean;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fields = 'input, select, textarea';
const reachable = `a[href], button, ${fields}, summary, [tabindex]`;

function lookOf(element: Element): string {
  const named = ['href', 'type', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name));
  return JSON.stringify([element.localName, ...named, element.textContent.trim()]);
}

function alike(root: Element, look: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(reachable)].filter((each) => lookOf(each) === look);
}

function placeOf(root: Element, element: HTMLElement): Place {
  const look = lookOf(element);
  return { look, nth: alike(root, look).indexOf(element) };
}

function heldIn(root: Element, element: EventTarget | null): Place | undefined {
  if (!(element instanceof HTMLElement) || !root.contains(element) || !element.matches(reachable)) return undefined;
  return placeOf(root, element);
}

const isPressed = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

/** What the reader gave, if it isn't what the server sent. */
function givenIn(field: Field): string | boolean | undefined {
  if (field instanceof HTMLSelectElement) {
    const sent = [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value;
    return field.value === sent ? undefined : field.value;
  }
  // The radio button that was left changes with the one that was taken.
  if (isPressed(field))
    return field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked) ? undefined : field.checked;
  return field.value === field.defaultValue ? undefined : field.value;
}

function answersIn(root: Element): Answer[] {
  return [...root.querySelectorAll<Field>(fields)].flatMap((field) => {
    const given = givenIn(field);
    return given === undefined ? [] : [{ ...placeOf(root, field), given }];
  });
}

/** Answers for the reader, in a way that React hears. */
function answer(field: Field, given: string | boolean): void {
  if (isPressed(field)) {
    if (field.checked !== given) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, given);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** The folds that are open, and those that the reader closes, each by the place of its summary. */
function watchFolds(root: Element): { folds: ReadonlyMap<HTMLDetailsElement, Fold>; stop: () => void } {
  const folds = new Map<HTMLDetailsElement, Fold>();
  const note = (fold: HTMLDetailsElement): void => {
    const summary = fold.querySelector('summary');
    if (summary) folds.set(fold, { ...placeOf(root, summary), open: fold.open });
  };
  root.querySelectorAll<HTMLDetailsElement>('details[open]').forEach(note);
  // The event `toggle` comes in a task of its own, which may be after the fold was replaced.
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof HTMLDetailsElement) note(target);
  });
  observer.observe(root, { attributeFilter: ['open'], subtree: true });
  return { folds, stop: () => observer.disconnect() };
}

const isField = (element: HTMLElement | undefined): element is Field => element?.matches(fields) ?? false;

/**
 * Watches what the reader holds, answers and unfolds in root. The function it
 * gives is called when the app's elements have taken the place of the server's:
 * it opens the same folds and gives focus and answers to the same elements, once.
 */
export function watchHold(root: Element): () => void {
  let hold = heldIn(root, document.activeElement);
  let answers = answersIn(root);
  const { folds, stop } = watchFolds(root);
  const watch = new AbortController();
  root.addEventListener('focusin', ({ target }) => (hold = heldIn(root, target)), { signal: watch.signal });
  for (const change of ['input', 'change']) {
    root.addEventListener(change, () => (answers = answersIn(root)), { signal: watch.signal });
  }
  // A press lets go; if it lands where one can stay, focusin follows. That an element is removed tells nothing.
  document.addEventListener('pointerdown', () => (hold = undefined), { capture: true, signal: watch.signal });
  return () => {
    watch.abort();
    stop();
    // First of all: what lies in a closed fold takes no focus.
    for (const { look, nth, open } of folds.values()) {
      const fold = alike(root, look)[nth]?.parentElement;
      if (fold instanceof HTMLDetailsElement) fold.open = open;
    }
    if (hold && !root.contains(document.activeElement)) alike(root, hold.look)[hold.nth]?.focus({ preventScroll: true });
    for (const { look, nth, given } of answers) {
      const field = alike(root, look)[nth];
      if (!isField(field)) continue;
      if (typeof given === 'string' && !(field instanceof HTMLSelectElement)) {
        answer(field, given); // at once: the next letter may be on its way
        continue;
      }
      // Each in a task of its own: a choice may change the address, from which the next one's listener starts.
      const was = field.value;
      setTimeout(() => {
        if (field.isConnected && field.value === was) answer(field, given);
      });
    }
    hold = undefined;
    answers = [];
  };
}
