import type { ReactNode } from 'react';
import { classes } from './classes';

interface Props {
  children: ReactNode;
  tone?: 'plain' | 'money' | 'time' | 'materials' | 'notice' | 'danger';
}

export function Chip({ children, tone = 'plain' }: Props) {
  return <span className={classes('chip', tone !== 'plain' && `chip-${tone}`)}>{children}</span>;
}
