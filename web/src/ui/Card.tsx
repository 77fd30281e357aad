import type { ReactNode } from 'react';
import { classes } from './classes';

interface Props {
  children: ReactNode;
  /** Space inside; off for cards that begin with a picture. */
  pad?: boolean;
  as?: 'div' | 'section' | 'article' | 'aside';
  className?: string;
}

export function Card({ children, pad = true, as: Tag = 'div', className }: Props) {
  return <Tag className={classes('card', pad && 'card-pad', className)}>{children}</Tag>;
}
