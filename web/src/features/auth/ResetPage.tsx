import './auth.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { sessionFrom } from '@/api/browserSession';
import { useResetPasswordMutation } from '@/api/generated/auth';
import { authPath } from '@/api/returnPath';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormCommand } from '@/parts/useFormCommand';
import { LinkButton } from '@/ui/Button';
import { useForm } from '@/ui/Form';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Failure } from './Failure';
import { ForgotForm } from './ForgotForm';
import { LinkFrame } from './LinkFrame';
import { keepNext, keptNext, takeOffers } from './next';
import { challengeOf, SecondStep } from './SecondStep';
import { ResetForm, type ResetValues } from './ResetForm';

/** These say that the link itself is spent: trying again changes nothing. */
const spent = ['reset_used', 'reset_expired', 'reset_invalid'];

/** Where the link of the mail about a forgotten password leads: sets a new one, and signs in. */
export function ResetPage() {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const keeper = useSessionKeeper();
  const [form] = useForm<ResetValues>();
  const [reset, { isSuccess }] = useResetPasswordMutation();
  const [entered, setEntered] = useState(false);
  const command = useFormCommand(
    form,
    ({ password }: ResetValues) => reset({ resetPasswordBody: { token, password } }).unwrap(),
    { onDone: (answer) => keeper.adopt(sessionFrom(answer, Date.now())) },
  );
  const { failure } = command;
  const next = keptNext();
  const leave = () => {
    takeOffers();
    keepNext(undefined);
  };
  const isSpent = token === '' || (failure !== undefined && spent.includes(failure.problem.code));
  const challenge = challengeOf(failure);
  const state = isSuccess || entered ? 'done' : isSpent ? 'failed' : 'open';
  const titles = { open: t('reset.title'), done: t('reset.doneTitle'), failed: t('confirm.failedTitle') };
  usePageTitle(t('reset.title'));
  return (
    <LinkFrame title={titles[state]} state={state} moved={state === 'done' || failure !== undefined}>
      {state === 'done' && (
        <div className="stack">
          <p className="mut">{t('reset.doneText')}</p>
          <LinkButton to={next ?? '/my'} size="large" block onClick={leave}>
            {t('confirm.goOn')}
          </LinkButton>
        </div>
      )}
      {state === 'failed' && (
        <div className="stack">
          {failure ? <Failure failure={failure} /> : <p className="mut">{t('confirm.missing')}</p>}
          {failure?.problem.code === 'reset_used' && (
            <LinkButton to={authPath(next)} size="large" block>
              {t('signInNow')}
            </LinkButton>
          )}
          <h2 className="auth-subtitle">
            <Unbroken text={t('confirm.another')} />
          </h2>
          <ForgotForm next={next} />
        </div>
      )}
      {state === 'open' && !challenge && <ResetForm form={form} command={command} />}
      {state === 'open' && challenge && <SecondStep challenge={challenge} onDone={() => setEntered(true)} />}
    </LinkFrame>
  );
}
