import { useEffect, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSignUpMutation } from '@/api/generated/auth';
import { useFormat } from '@/i18n/useFormat';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, type FormInstance } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { Agreement } from './Agreement';
import { Failure } from './Failure';
import { keepNext } from './next';
import { NewPasswordTwice } from './NewPassword';
import { OutboxLine } from './OutboxLine';
import { ResendButton } from './Resend';
import { useRules } from './rules';

/** Named as the server names them, so that its refusals find their field. */
export interface SignUpValues {
  full_name: string;
  email: string;
  password: string;
  again: string;
  terms_accepted: boolean;
}

const empty: SignUpValues = { full_name: '', email: '', password: '', again: '', terms_accepted: false };

/** Says that an account waits for its confirmation, and takes the focus. */
export function Created({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <div ref={line} role="status" tabIndex={-1}>
      <Notice tone="money" icon="mail">
        <p>
          <b>{t('created')}</b>
        </p>
        <p className="auth-sent">
          <Trans t={t} i18nKey="sentTo" values={{ email }} components={{ address: <b /> }} />
        </p>
        <OutboxLine to={email} />
        <p className="sm auth-no-mail">{t('noMail')}</p>
        <ResendButton email={email} />
      </Notice>
    </div>
  );
}

interface Props {
  form: FormInstance<SignUpValues>;
  /** Where to go afterwards. */
  next: string | undefined;
  /** What a provider said is linked with the account, once its address is confirmed. */
  link: boolean;
  /** Hears for which address the account was made. */
  onCreated: (email: string) => void;
}

export function SignUpForm({ form, next, link, onCreated }: Props) {
  const { t } = useTranslation('auth');
  const { language } = useFormat();
  const rules = useRules();
  const [signUp] = useSignUpMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    async ({ full_name, email, password, terms_accepted }: SignUpValues) => {
      const linking = link ? { link_provider: true } : {};
      await signUp({ signUpBody: { full_name, email, password, terms_accepted, lang: language, ...linking } }).unwrap();
      keepNext(next);
      form.resetFields(['password', 'again', 'terms_accepted']);
      onCreated(email);
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
      <Field name="full_name" label={t('fullName')} required rules={rules.required}>
        {(control) => <input {...control} className="input" autoComplete="name" maxLength={120} />}
      </Field>
      <Field name="email" label={t('email')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="username" inputMode="email" />}
      </Field>
      <NewPasswordTwice name="password" label={t('password')} />
      <Field name="terms_accepted" label={<Agreement />} required rules={rules.agreed} valuePropName="checked">
        {(control) => <input {...control} type="checkbox" />}
      </Field>
      {failure && <Failure failure={failure} />}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('creating') : t('create')}
      </Button>
    </Form>
  );
}
