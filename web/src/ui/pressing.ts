import { useEffect, useState } from 'react';

let isPressed = false;

for (const [type, is] of [['pointerdown', true], ['pointerup', false], ['pointercancel', false]] as const) {
  window.addEventListener(
    type,
    () => {
      isPressed = is;
    },
    { capture: true, passive: true },
  );
}

/** Milliseconds after which nobody waits for a release that never comes. */
const longest = 5000;

/**
 * Whether what appears now may take its room. What appears while a pointer is pressed waits for the release: it would move
 * what the pointer is on, so that the press would miss it.
 */
export function useRoom(): boolean {
  const [has, setHas] = useState(() => !isPressed);
  useEffect(() => {
    if (has) return undefined;
    const take = () => setHas(true);
    // The click comes right after the release.
    const onRelease = () => setTimeout(take);
    const timer = setTimeout(take, longest);
    window.addEventListener('pointerup', onRelease, true);
    window.addEventListener('pointercancel', onRelease, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerup', onRelease, true);
      window.removeEventListener('pointercancel', onRelease, true);
    };
  }, [has]);
  return has;
}
