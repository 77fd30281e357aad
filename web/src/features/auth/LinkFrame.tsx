import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '@/ui/Card';
import { classes } from '@/ui/classes';
import { Icon } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';
import { SidePanel } from './SidePanel';

function Heading({ children, moved }: { children: string; moved: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus();
  }, [moved]);
  return (
    <h1 ref={heading} className="auth-title" tabIndex={-1}>
      <Unbroken text={children} />
    </h1>
  );
}

interface Props {
  title: string;
  /** How it stands: not begun, done, or not to be done. */
  state: 'open' | 'done' | 'failed';
  /** Whether the title takes the focus when it changes. */
  moved: boolean;
  children: ReactNode;
}

const marks = { open: 'mail', done: 'check', failed: 'warning' } as const;

/** The frame of the pages that have to do with a link in a mail. */
export function LinkFrame({ title, state, moved, children }: Props) {
  return (
    <div className="wrap page auth">
      <SidePanel />
      <Card pad>
        <span className={classes('auth-mark', state === 'failed' && 'auth-mark-bad')}>
          <Icon name={marks[state]} size={28} />
        </span>
        <Heading key={title} moved={moved}>
          {title}
        </Heading>
        {children}
      </Card>
    </div>
  );
}
