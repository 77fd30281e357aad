import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useSecondStepMutation } from '@/api/generated/auth';
import { authPath } from '@/api/returnPath';
import { useSessionKeeper } from '@/api/SessionContext';
import type { Failure as CommandFailure } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Form, useForm } from '@/ui/Form';
import { CodeField } from './CodeField';
import { Failure } from './Failure';
import { keptNext } from './next';

/** What the second step answers, where a refusal asks for one; undefined for every other refusal. */
export function challengeOf(failure: CommandFailure | undefined): string | undefined {
  if (failure?.problem.code !== 'second_step_needed') return undefined;
  const { challenge } = failure.problem.args;
  return typeof challenge === 'string' ? challenge : undefined;
}

interface Values {
  code: string;
}

const empty: Values = { code: '' };

interface Props {
  challenge: string;
  /** Whether the account that is held of a provider is linked. */
  link?: boolean;
  /** The session is open. */
  onDone?: () => void;
  /** Back to the password; without it, the sign-in page is where one begins again. */
  onAgain?: () => void;
}

/** Asks whoever gave the right password for the code of their second factor. */
export function SecondStep({ challenge, link = false, onDone, onAgain }: Props) {
  const { t } = useTranslation('auth');
  const keeper = useSessionKeeper();
  const [form] = useForm<Values>();
  const [send] = useSecondStepMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ code }: Values) => send({ secondStepBody: { challenge, code, ...(link && { link_provider: true }) } }).unwrap(),
    {
      onDone: (answer) => {
        keeper.adopt(sessionFrom(answer, Date.now()));
        onDone?.();
      },
    },
  );
  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <h2 className="auth-subtitle">{t('factor.stepTitle')}</h2>
      <p className="mut">{t('factor.stepText')}</p>
      <CodeField hint={t('factor.anyHint')} focused />
      {failure && <Failure failure={failure} />}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('signingIn') : t('signInNow')}
      </Button>
      {onAgain ? (
        <Button variant="quiet" block onClick={onAgain}>
          {t('factor.again')}
        </Button>
      ) : (
        <LinkButton to={authPath(keptNext())} variant="quiet" block>
          {t('factor.again')}
        </LinkButton>
      )}
    </Form>
  );
}
