import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useSessionKeeper } from '@/api/SessionContext';
import { Button } from '@/ui/Button';
import { Field, Form, type FormInstance } from '@/ui/Form';
import { useSettingsQuery, useSignInMutation } from './api';
import { Failure } from './Failure';
import { PasswordInput } from './PasswordInput';
import { ResendButton } from './Resend';
import { useRules } from './rules';
import { useSubmit } from './useSubmit';

interface Values {
  email: string;
  password: string;
}

const empty: Values = { email: '', password: '' };

export function SignInForm({ form }: { form: FormInstance }) {
  const { t } = useTranslation('auth');
  const { data: settings } = useSettingsQuery();
  const rules = useRules(settings?.password_min ?? 6);
  const keeper = useSessionKeeper();
  const [signIn, { isLoading }] = useSignInMutation();
  const { problem, submit, clear } = useSubmit(form);
  const [tried, setTried] = useState('');

  const send = ({ email, password }: Values) =>
    submit(async () => {
      setTried(email);
      const answer = await signIn({ signInBody: { email, password } }).unwrap();
      keeper.adopt(sessionFrom(answer, Date.now()));
    });

  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void send(values)}
      onValuesChange={clear}
      noValidate
    >
      <Field name="email" label={t('email')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="username" inputMode="email" />}
      </Field>
      <Field name="password" label={t('password')} required rules={rules.password}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </Field>
      {problem && (
        <Failure problem={problem}>{problem.code === 'email_not_confirmed' && <ResendButton email={tried} />}</Failure>
      )}
      <Button type="submit" size="large" block busy={isLoading}>
        {isLoading ? t('signingIn') : t('signInNow')}
      </Button>
    </Form>
  );
}
