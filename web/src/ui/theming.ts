import { useSyncExternalStore } from 'react';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'callup.theme';
/** `public/theme.js` listens for this and sets the attribute; it is the only code that does. */
const event = 'callup:theme';

function read(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function subscribe(changed: () => void): () => void {
  addEventListener(event, changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener(event, changed);
    removeEventListener('storage', changed);
  };
}

/** The reader's choice of theme, kept in this browser, and how to change it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, read);
  return [
    choice,
    (next) => {
      if (next === 'system') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      dispatchEvent(new Event(event));
    },
  ];
}
