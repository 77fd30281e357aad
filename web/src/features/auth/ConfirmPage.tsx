import './auth.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { asProblem, type Problem } from '@/api/problem';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { usePageTitle } from '@/ui/usePageTitle';
import { useConfirmMutation } from './api';
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

function Another({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation('auth');
  return (
    <div className="stack">
      {problem ? <Failure problem={problem} /> : <p className="mut">{t('confirm.missing')}</p>}
      {problem?.code === 'confirmation_used' && (
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
  const [confirm, { isLoading, isSuccess }] = useConfirmMutation();
  const [problem, setProblem] = useState<Problem>();
  const isSpent = token === '' || (problem !== undefined && spent.includes(problem.code));
  const title = isSuccess ? t('confirm.doneTitle') : isSpent ? t('confirm.failedTitle') : t('confirm.title');
  usePageTitle(t('confirm.title'));

  const press = async () => {
    setProblem(undefined);
    try {
      await confirm({ confirmBody: { token } }).unwrap();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };

  return (
    <div className="wrap page auth">
      <SidePanel />
      <Card pad>
        <span className="auth-mark">
          <Icon name={isSuccess ? 'check' : isSpent ? 'warning' : 'mail'} size={28} />
        </span>
        <Heading key={title} moved={isSuccess || problem !== undefined}>{title}</Heading>
        {isSuccess ? (
          <div className="stack">
            <p className="mut">{t('confirm.doneText')}</p>
            <LinkButton to={authPath(keptNext())} size="large" block>
              {t('signInNow')}
            </LinkButton>
          </div>
        ) : isSpent ? (
          <Another problem={problem} />
        ) : (
          <div className="stack">
            <p className="mut">{t('confirm.text')}</p>
            {problem && <Failure problem={problem} />}
            <Button size="large" block onClick={press}>
              {isLoading ? t('confirm.busy') : t('confirm.button')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
