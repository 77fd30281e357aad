import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useSignInMutation } from '@/api/generated/auth';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Field, Form, type FormInstance } from '@/ui/Form';
import { Failure } from './Failure';
import { PasswordInput } from './PasswordInput';
import { ResendButton } from './Resend';
import { useRules } from './rules';

interface Values {
  email: string;
  password: string;
}

const empty: Values = { email: '', password: '' };

export function SignInForm({ form }: { form: FormInstance }) {
  const { t } = useTranslation('auth');
  const rules = useRules();
  const keeper = useSessionKeeper();
  const [signIn] = useSignInMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ email, password }: Values) => signIn({ signInBody: { email, password } }).unwrap(),
    {
      onDone: (answer) => keeper.adopt(sessionFrom(answer, Date.now())),
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
      <LinkButton to="/auth/forgot" variant="quiet" block>
        {t('forgot.link')}
      </LinkButton>
    </Form>
  );
}
