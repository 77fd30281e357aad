import type { ReactNode } from 'react';
import type { Problem } from '@/api/problem';
import { useProblemText } from '@/i18n/useProblemText';
import { Notice } from '@/ui/States';

/** The texts of these refusals say by themselves what to do. */
const complete = ['invalid_credentials', 'email_not_confirmed', 'confirmation_used', 'confirmation_expired'];

/** A refusal that belongs to no field: what happened, what was kept, what to do. */
export function Failure({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const say = useProblemText();
  const { title, advice } = say(problem);
  return (
    <div role="alert">
      <Notice tone="danger">
        <p>
          <b>{title}</b>
        </p>
        {!complete.includes(problem.code) && <p>{advice}</p>}
        {children}
      </Notice>
    </div>
  );
}
