import { useSyncExternalStore } from 'react';

/** Where the second column has room; the style sheet breaks at the same width. */
const query = '(min-width: 768px)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
