import type { KeyboardEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { sendsByEnter } from './sendsByEnter';

const press = (how: Partial<KeyboardEvent> & { isComposing?: boolean }) =>
  sendsByEnter({
    key: 'Enter',
    shiftKey: false,
    keyCode: 13,
    nativeEvent: { isComposing: how.isComposing ?? false },
    ...how,
  } as KeyboardEvent);

it('Enter sends where there is a mouse, and chooses while characters are put together (Found49)', () => {
  expect(press({})).toBe(true);
  expect(press({ shiftKey: true })).toBe(false);
  expect(press({ isComposing: true })).toBe(false);
  expect(press({ keyCode: 229 })).toBe(false);
  expect(press({ key: 'a' })).toBe(false);
});

it('Enter begins a new line on touch (O67)', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList);
  expect(press({})).toBe(false);
});
