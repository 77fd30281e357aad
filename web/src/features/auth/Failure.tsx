import type { ReactNode } from 'react';
import { FailureNotice } from '@/parts/FailureNotice';
import type { Failure as CommandFailure } from '@/parts/useCommand';

/** The texts of these refusals say by themselves what to do. */
const complete = [
  'invalid_credentials',
  'email_not_confirmed',
  'confirmation_used',
  'confirmation_expired',
  'reset_invalid',
  'reset_used',
  'reset_expired',
];

/** A refusal that belongs to no field: what happened, what was kept, what to do. */
export function Failure({ failure, children }: { failure: CommandFailure; children?: ReactNode }) {
  return (
    <FailureNotice title={failure.title}>
      {!complete.includes(failure.problem.code) && <p>{failure.advice}</p>}
      {children}
    </FailureNotice>
  );
}
