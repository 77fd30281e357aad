import { useSyncExternalStore } from 'react';
import { store, stored } from '@/i18n/storage';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'callup.theme';
/** `public/theme.js` listens for this and sets the attribute; it is the only code that does. */
const event = 'callup:theme';

function read(): ThemeChoice {
  const kept = stored('local', key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function subscribe(changed: () => void): () => void {
  addEventListener(event, changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener(event, changed);
    removeEventListener('storage', changed);
  };
}

/** Shows a theme from now on, and keeps it in this browser. */
export function showTheme(choice: ThemeChoice): void {
  store('local', key, choice === 'system' ? undefined : choice);
  dispatchEvent(new Event(event));
}

/** The reader's choice of theme in this browser, and how to change it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, read), showTheme];
}
