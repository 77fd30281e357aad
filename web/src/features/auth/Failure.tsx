import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '@/parts/FailureNotice';
import type { Failure as CommandFailure } from '@/parts/useCommand';
import { LinkButton } from '@/ui/Button';

/** The texts of these refusals say by themselves what to do. */
const complete = [
  'invalid_credentials',
  'email_not_confirmed',
  'account_leaving',
  'erasure_begun',
  'confirmation_used',
  'confirmation_expired',
  'reset_invalid',
  'reset_used',
  'reset_expired',
  'challenge_ended',
  'email_change_invalid',
  'email_change_used',
  'email_change_expired',
  'email_change_cancelled',
  'email_undo_too_late',
  'proof_required',
  'sign_out_link_invalid',
  'sign_out_link_expired',
  'link_by_passkey',
];

/** A password helps against these: the way to one stands beside them. */
const withoutPassword = ['last_way_in', 'no_password'];

/** A refusal that belongs to no field: what happened, what was kept, what to do. */
export function Failure({ failure, children }: { failure: CommandFailure; children?: ReactNode }) {
  const { t } = useTranslation('auth');
  const { code } = failure.problem;
  if (withoutPassword.includes(code)) {
    return (
      <FailureNotice title={failure.title}>
        <LinkButton to="/auth/forgot" variant="outline" size="small" className="auth-set">
          {t('linked.set')}
        </LinkButton>
      </FailureNotice>
    );
  }
  return (
    <FailureNotice title={failure.title}>
      {!complete.includes(code) && <p>{failure.advice}</p>}
      {children}
    </FailureNotice>
  );
}
