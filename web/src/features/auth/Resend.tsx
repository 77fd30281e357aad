import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResendConfirmationMutation } from '@/api/generated/auth';
import { useCommand } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { Failure } from './Failure';
import { OutboxLine } from './OutboxLine';
import { useRules } from './rules';

function Resent({ to }: { to: string }) {
  const { t } = useTranslation('auth');
  return (
    <div role="status" className="auth-resent">
      <p>{t('resent')}</p>
      <OutboxLine to={to} />
    </div>
  );
}

/** Sends the confirmation mail to a known address once more. */
export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const [resend] = useResendConfirmationMutation();
  const [sent, setSent] = useState(false);
  const { run, busy, failure } = useCommand(() => resend({ resendConfirmationBody: { email } }).unwrap(), {
    onDone: () => setSent(true),
  });
  if (sent) return <Resent to={email} />;
  return (
    <>
      <Button variant="outline" size="small" onClick={run}>
        {busy ? t('resending') : t('resend')}
      </Button>
      {failure && (
        <p role="alert">
          {failure.title}. {failure.advice}
        </p>
      )}
    </>
  );
}

/** Asks for the address, then sends the confirmation mail once more. */
export function ResendForm() {
  const { t } = useTranslation('auth');
  const [form] = useForm<{ email: string }>();
  const rules = useRules();
  const [resend] = useResendConfirmationMutation();
  const [sentTo, setSentTo] = useState<string>();
  const { run, busy, failure } = useFormCommand(form, async ({ email }: { email: string }) => {
    setSentTo(undefined);
    await resend({ resendConfirmationBody: { email } }).unwrap();
    setSentTo(email);
  });
  return (
    <Form form={form} className="stack" initialValues={{ email: '' }} onFinish={(values) => void run(values)} noValidate>
      <Field name="email" label={t('email')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="email" />}
      </Field>
      {failure && <Failure failure={failure} />}
      {sentTo !== undefined && (
        <Notice tone="money" icon="mail">
          <Resent to={sentTo} />
        </Notice>
      )}
      <Button type="submit" variant="outline" busy={busy}>
        {busy ? t('resending') : t('resend')}
      </Button>
    </Form>
  );
}
