import type { KeyboardEvent } from 'react';

/** What a key says that an input method takes for itself. Safari gives it to the Enter that ends a composition. */
const composing = 229;

/**
 * Whether a key press sends a comment or message (decision O67): Enter by itself where there is a mouse. On touch it begins
 * a new line, and while characters are put together it chooses one.
 */
export function sendsByEnter(event: KeyboardEvent): boolean {
  const takenByMethod = event.nativeEvent.isComposing || event.keyCode === composing;
  return event.key === 'Enter' && !event.shiftKey && !takenByMethod && !matchMedia('(pointer: coarse)').matches;
}
