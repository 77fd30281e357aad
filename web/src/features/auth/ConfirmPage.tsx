import './auth.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useConfirmMutation } from '@/api/generated/auth';
import { type Failure as CommandFailure, useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { usePageTitle } from '@/ui/usePageTitle';
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
      {children}
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
      <h2 className="auth-subtitle">{t('confirm.another')}</h2>
      <ResendForm />
    </div>
  );
}

/**
 * Where the link of the confirmation mail leads. It waits for a press: programs
 * that open every link of a mail to look for harm must not confirm addresses.
 */
export function ConfirmPage() {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [confirm, { isSuccess }] = useConfirmMutation();
  const { run, busy, failure } = useCommand(() => confirm({ confirmBody: { token } }).unwrap());
  const isSpent = token === '' || (failure !== undefined && spent.includes(failure.problem.code));
  const title = isSuccess ? t('confirm.doneTitle') : isSpent ? t('confirm.failedTitle') : t('confirm.title');
  usePageTitle(t('confirm.title'));

  return (
    <div className="wrap page auth">
      <SidePanel />
      <Card pad>
        <span className="auth-mark">
          <Icon name={isSuccess ? 'check' : isSpent ? 'warning' : 'mail'} size={28} />
        </span>
        <Heading key={title} moved={isSuccess || failure !== undefined}>{title}</Heading>
        {isSuccess ? (
          <div className="stack">
            <p className="mut">{t('confirm.doneText')}</p>
            <LinkButton to={authPath(keptNext())} size="large" block>
              {t('signInNow')}
            </LinkButton>
          </div>
        ) : isSpent ? (
          <Another failure={failure} />
        ) : (
          <div className="stack">
            <p className="mut">{t('confirm.text')}</p>
            {failure && <Failure failure={failure} />}
            <Button size="large" block onClick={run}>
              {busy ? t('confirm.busy') : t('confirm.button')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
