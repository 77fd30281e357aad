import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useSignInMutation } from '@/api/generated/auth';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Field, Form, type FormInstance } from '@/ui/Form';
import { Failure } from './Failure';
import { Leaving } from './Leaving';
import { PasswordInput } from './PasswordInput';
import { ResendButton } from './Resend';
import { useRules } from './rules';
import { challengeOf, SecondStep } from './SecondStep';

interface Values {
  email: string;
  password: string;
}

const empty: Values = { email: '', password: '' };

interface Props {
  form: FormInstance;
  /** Where to go afterwards. */
  next: string | undefined;
  /** What a provider said is linked with the account. */
  link: boolean;
}

/** Asks for address and password. */
export function SignInForm({ form, next, link }: Props) {
  const { t } = useTranslation('auth');
  const rules = useRules();
  const keeper = useSessionKeeper();
  const [signIn] = useSignInMutation();
  const tried = useRef(empty);
  // Set where the account is being deleted: when, and by whose proof.
  const [leaving, setLeaving] = useState<Values & { at: string }>();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ email, password }: Values) => {
      tried.current = { email, password };
      return signIn({ signInBody: { ...tried.current, ...(link && { link_provider: true }) } }).unwrap();
    },
    {
      onDone: (answer) => keeper.adopt(sessionFrom(answer, Date.now())),
      onRefused: ({ code, args }) => {
        if (code !== 'account_leaving' || typeof args.at !== 'string') return undefined;
        setLeaving({ ...tried.current, at: args.at });
        return 'handled';
      },
    },
  );

  if (leaving) return <Leaving {...leaving} onLeave={() => setLeaving(undefined)} />;
  const challenge = challengeOf(failure);
  if (challenge) return <SecondStep challenge={challenge} link={link} onAgain={clear} />;
  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <Field name="email" label={t('email')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="username" inputMode="email" />}
      </Field>
      <Field name="password" label={t('password')} required rules={rules.password}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </Field>
      {failure && (
        <Failure failure={failure}>
          {failure.problem.code === 'email_not_confirmed' && <ResendButton email={form.getFieldValue('email') as string} />}
        </Failure>
      )}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('signingIn') : t('signInNow')}
      </Button>
      <LinkButton to={next ? `/auth/forgot?${new URLSearchParams({ next })}` : '/auth/forgot'} variant="quiet" block>
        {t('forgot.link')}
      </LinkButton>
    </Form>
  );
}
