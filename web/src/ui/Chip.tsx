import type { ReactNode } from 'react';

/** A word or two that sort something in, such as its category. */
export function Chip({ children, urgent }: { children: ReactNode; urgent?: boolean }) {
  return <span className={urgent ? 'chip chip-urgent' : 'chip'}>{children}</span>;
}
