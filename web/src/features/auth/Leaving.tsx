import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useSignInMutation } from '@/api/generated/auth';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { showToast } from '@/ui/toast';
import { Failure } from './Failure';
import { challengeOf, SecondStep } from './SecondStep';

interface Props {
  email: string;
  password: string;
  /** When the account is erased, as ISO 8601; its day is that of UTC, as in the mail. */
  at: string;
  /** The member leaves it at that. */
  onLeave: () => void;
}

/** Who deletes their account and signs in: the day, and one button that undoes it. */
export function Leaving({ email, password, at, onLeave }: Props) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const keeper = useSessionKeeper();
  const [signIn] = useSignInMutation();
  const kept = () => showToast({ title: t('leaving.kept'), text: t('leaving.keptText') });
  const { run, busy, failure } = useCommand(() => signIn({ signInBody: { email, password, keep: true } }).unwrap(), {
    onDone: (answer) => {
      kept();
      keeper.adopt(sessionFrom(answer, Date.now()));
    },
  });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const challenge = challengeOf(failure);
  if (challenge) return <SecondStep challenge={challenge} onDone={kept} onAgain={onLeave} />;
  return (
    <div className="stack">
      <h2 ref={title} className="auth-subtitle" tabIndex={-1}>
        {t('leaving.title', { date: format.dayIn(at, 'UTC') })}
      </h2>
      <p>{t('leaving.text')}</p>
      {failure && <Failure failure={failure} />}
      <Button size="large" block busy={busy} onClick={() => void run(undefined)}>
        {busy ? t('leaving.busy') : t('leaving.keep')}
      </Button>
      <Button variant="quiet" block onClick={onLeave}>
        {t('leaving.leave')}
      </Button>
    </div>
  );
}
