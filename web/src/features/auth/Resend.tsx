import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '@/api/problem';
import { useProblemText } from '@/i18n/useProblemText';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { useResendConfirmationMutation, useSettingsQuery } from './api';
import { Failure } from './Failure';
import { OutboxLine } from './OutboxLine';
import { useRules } from './rules';
import { useSubmit } from './useSubmit';

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
  const say = useProblemText();
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const press = async () => {
    setProblem(undefined);
    try {
      await resend({ resendConfirmationBody: { email } }).unwrap();
      setSent(true);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  if (sent) return <Resent to={email} />;
  return (
    <>
      <Button variant="outline" size="small" onClick={press}>
        {isLoading ? t('resending') : t('resend')}
      </Button>
      {problem && (
        <p role="alert">
          {say(problem).title}. {say(problem).advice}
        </p>
      )}
    </>
  );
}

/** Asks for the address, then sends the confirmation mail once more. */
export function ResendForm() {
  const { t } = useTranslation('auth');
  const [form] = useForm<{ email: string }>();
  const { data: settings } = useSettingsQuery();
  const rules = useRules(settings?.password_min ?? 6);
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const { problem, submit } = useSubmit(form);
  const [sentTo, setSentTo] = useState<string>();
  const send = ({ email }: { email: string }) =>
    submit(async () => {
      setSentTo(undefined);
      await resend({ resendConfirmationBody: { email } }).unwrap();
      setSentTo(email);
    });
  return (
    <Form form={form} className="stack" initialValues={{ email: '' }} onFinish={(values) => void send(values)} noValidate>
      <Field name="email" label={t('email')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="email" />}
      </Field>
      {problem && <Failure problem={problem} />}
      {sentTo !== undefined && (
        <Notice tone="money" icon="mail">
          <Resent to={sentTo} />
        </Notice>
      )}
      <Button type="submit" variant="outline" busy={isLoading}>
        {isLoading ? t('resending') : t('resend')}
      </Button>
    </Form>
  );
}
