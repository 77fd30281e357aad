import './auth.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { sessionFrom } from '@/api/browserSession';
import { useConfirmMutation } from '@/api/generated/auth';
import { authPath } from '@/api/returnPath';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import type { Failure as CommandFailure } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { LinkButton } from '@/ui/Button';
import { useForm } from '@/ui/Form';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Arrived } from './Arrived';
import { ConfirmForm, type ConfirmValues } from './ConfirmForm';
import { Failure } from './Failure';
import { LinkFrame } from './LinkFrame';
import { keptNext } from './next';
import { ResendForm } from './Resend';
import { challengeOf, SecondStep } from './SecondStep';

/** These say that the link itself is spent: trying again changes nothing. */
const spent = ['confirmation_used', 'confirmation_expired', 'confirmation_invalid'];

function Another({ failure }: { failure: CommandFailure | undefined }) {
  const { t } = useTranslation('auth');
  return (
    <div className="stack">
      {failure ? <Failure failure={failure} /> : <p className="mut">{t('confirm.missing')}</p>}
      {failure?.problem.code === 'confirmation_used' && (
        <LinkButton to={authPath(keptNext())} size="large" block>
          {t('signInNow')}
        </LinkButton>
      )}
      <h2 className="auth-subtitle">
        <Unbroken text={t('confirm.another')} />
      </h2>
      <ResendForm />
    </div>
  );
}

/** Where the link of the confirmation mail leads: with the password it makes somebody a member, and signs them in. */
export function ConfirmPage() {
  const { t } = useTranslation('auth');
  const { language } = useFormat();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const keeper = useSessionKeeper();
  const [form] = useForm<ConfirmValues>();
  const [anew, setAnew] = useState(false);
  const [entered, setEntered] = useState(false);
  const [confirm, { isSuccess: confirmed }] = useConfirmMutation();
  const command = useFormCommand(
    form,
    ({ password, full_name, terms_accepted }: ConfirmValues) => {
      const own = anew ? { anew, full_name, terms_accepted, lang: language } : {};
      return confirm({ confirmBody: { token, password, ...own } }).unwrap();
    },
    { onDone: (answer) => keeper.adopt(sessionFrom(answer, Date.now())) },
  );
  const { failure } = command;
  const isSuccess = confirmed || entered;
  const challenge = challengeOf(failure);
  const isSpent = token === '' || (failure !== undefined && spent.includes(failure.problem.code));
  const open = anew ? t('confirm.anewTitle') : t('confirm.title');
  const title = isSuccess ? t('confirm.doneTitle') : isSpent ? t('confirm.failedTitle') : open;
  usePageTitle(t('confirm.title'));

  const choose = (own: boolean) => {
    command.clear();
    form.resetFields(['password']);
    setAnew(own);
  };
  const next = keptNext();
  if (isSuccess && next) return <Arrived next={next} />;
  return (
    <LinkFrame
      title={title}
      state={isSuccess ? 'done' : isSpent ? 'failed' : 'open'}
      moved={isSuccess || failure !== undefined || anew}
    >
      {isSuccess ? (
        <div className="stack">
          <p className="mut">{t('confirm.doneText')}</p>
          <LinkButton to="/my" size="large" block>
            {t('confirm.goOn')}
          </LinkButton>
        </div>
      ) : isSpent ? (
        <Another failure={failure} />
      ) : challenge ? (
        <SecondStep challenge={challenge} onDone={() => setEntered(true)} />
      ) : (
        <ConfirmForm form={form} command={command} anew={anew} onAnew={choose} />
      )}
    </LinkFrame>
  );
}
