import './auth.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { sessionFrom } from '@/api/browserSession';
import { useConfirmMutation } from '@/api/generated/auth';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import type { Failure as CommandFailure } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { classes } from '@/ui/classes';
import { useForm } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Arrived } from './Arrived';
import { ConfirmForm, type ConfirmValues } from './ConfirmForm';
import { Failure } from './Failure';
import { authPath, keptNext } from './next';
import { ResendForm } from './Resend';
import { SidePanel } from './SidePanel';

/** These say that the link itself is spent: trying again changes nothing. */
const spent = ['confirmation_used', 'confirmation_expired', 'confirmation_invalid'];

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
  const [confirm, { isSuccess }] = useConfirmMutation();
  const command = useFormCommand(
    form,
    ({ password, full_name, terms_accepted }: ConfirmValues) => {
      const own = anew ? { anew, full_name, terms_accepted, lang: language } : {};
      return confirm({ confirmBody: { token, password, ...own } }).unwrap();
    },
    { onDone: (answer) => keeper.adopt(sessionFrom(answer, Date.now())) },
  );
  const { failure } = command;
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
    <div className="wrap page auth">
      <SidePanel />
      <Card pad>
        <span className={classes('auth-mark', !isSuccess && isSpent && 'auth-mark-bad')}>
          <Icon name={isSuccess ? 'check' : isSpent ? 'warning' : 'mail'} size={28} />
        </span>
        <Heading key={title} moved={isSuccess || failure !== undefined || anew}>
          {title}
        </Heading>
        {isSuccess ? (
          <div className="stack">
            <p className="mut">{t('confirm.doneText')}</p>
            <LinkButton to="/" size="large" block>
              {t('confirm.goOn')}
            </LinkButton>
          </div>
        ) : isSpent ? (
          <Another failure={failure} />
        ) : (
          <ConfirmForm form={form} command={command} anew={anew} onAnew={choose} />
        )}
      </Card>
    </div>
  );
}
