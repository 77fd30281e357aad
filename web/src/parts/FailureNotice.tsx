import type { ReactNode } from 'react';
import { Notice } from '@/ui/States';

interface Props {
  /** What happened. */
  title: string;
  /** What was kept and what to do. */
  children?: ReactNode;
}

/** Says where it was pressed that a command failed. */
export function FailureNotice({ title, children }: Props) {
  return (
    <div role="alert">
      <Notice tone="danger">
        <p>
          <b>{title}</b>
        </p>
        {children}
      </Notice>
    </div>
  );
}
