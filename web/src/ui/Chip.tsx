import type { ReactNode } from 'react';

/** A word or two that sort something in, such as its category. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className="chip">{children}</span>;
}
