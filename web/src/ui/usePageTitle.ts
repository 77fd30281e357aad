import { useEffect } from 'react';

/** Titles the document. The server writes the same title into the page it sends. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} - Callup - Community Resource Planner`;
  }, [title]);
}
