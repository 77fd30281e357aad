import './rows.css';
import type { ReactNode } from 'react';

interface Props {
  /** `li` each: an icon, a `div` that takes the room there is, and what can be done. */
  children: ReactNode;
  /** In an order that means something. */
  ordered?: boolean;
}

/** Things below each other with a line between them. */
export function Rows({ children, ordered }: Props) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List role="list" className="rows">
      {children}
    </List>
  );
}
