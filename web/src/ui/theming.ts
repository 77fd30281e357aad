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

/** The reader's choice of theme, kept in this browser, and how to change it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, read);
  return [
    choice,
    (next) => {
      store('local', key, next === 'system' ? undefined : next);
      dispatchEvent(new Event(event));
    },
  ];
}
