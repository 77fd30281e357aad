import '../auth.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { usePageTitle } from '@/ui/usePageTitle';
import { Failure } from '../Failure';
import { LinkFrame } from '../LinkFrame';

interface Props<Answer> {
  title: string;
  text: string;
  button: string;
  busy: string;
  outcome: (answer: Answer) => { title: string; text: string };
  /** What is left to do here after some answers, instead of going on. */
  rest?: (answer: Answer, token: string) => ReactNode;
  /** Where to go from there. */
  goOn: { to: string; text: string };
  /** Refusals after which pressing again changes nothing. */
  spent: readonly string[];
  send: (token: string) => Promise<Answer>;
}

/** Where a link in a mail about another address leads. Opening it does nothing: programs that look at mails open links. */
export function PressLink<Answer extends object>(props: Props<Answer>) {
  const { title, text, button, outcome, rest, goOn, spent, send } = props;
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [answer, setAnswer] = useState<Answer>();
  const { run, busy, failure } = useCommand(() => send(token), { onDone: setAnswer });
  usePageTitle(title);
  const isSpent = token === '' || (failure !== undefined && spent.includes(failure.problem.code));
  const done = answer && outcome(answer);
  const left = answer && rest?.(answer, token);
  const state = done ? 'done' : isSpent ? 'failed' : 'open';
  const heading = done?.title ?? (isSpent ? t('confirm.failedTitle') : title);
  return (
    <LinkFrame title={heading} state={state} moved={state !== 'open' || failure !== undefined}>
      <div className="stack">
        {done ? (
          <>
            <p className="mut">{done.text}</p>
            {left || (
              <LinkButton to={goOn.to} size="large" block>
                {goOn.text}
              </LinkButton>
            )}
          </>
        ) : (
          <>
            {state === 'open' && <p className="mut">{text}</p>}
            {failure && <Failure failure={failure} />}
            {token === '' && <p className="mut">{t('confirm.missing')}</p>}
            {state === 'open' && (
              <Button size="large" block busy={busy} onClick={() => void run(undefined)}>
                {busy ? props.busy : button}
              </Button>
            )}
          </>
        )}
      </div>
    </LinkFrame>
  );
}
