import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForgotPasswordMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { Failure } from './Failure';
import { keepNext } from './next';
import { OutboxLine } from './OutboxLine';
import { useRules } from './rules';

/** Asks for the address, then sends a link that sets a new password. Nobody learns whether the address is a member's. */
export function ForgotForm({ next }: { next: string | undefined }) {
  const { t } = useTranslation('auth');
  const [form] = useForm<{ email: string }>();
  const rules = useRules();
  const [forgot] = useForgotPasswordMutation();
  const [sentTo, setSentTo] = useState<string>();
  const { run, busy, failure, clear } = useFormCommand(form, async ({ email }: { email: string }) => {
    setSentTo(undefined);
    await forgot({ forgotPasswordBody: { email } }).unwrap();
    keepNext(next);
    setSentTo(email);
  });
  return (
    <Form
      form={form}
      className="stack"
      initialValues={{ email: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <Field name="email" label={t('email')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="username" inputMode="email" />}
      </Field>
      {failure && <Failure failure={failure} />}
      {sentTo !== undefined && (
        <Notice tone="money" icon="mail">
          <div role="status">
            <p>{t('forgot.sent')}</p>
            <OutboxLine to={sentTo} />
          </div>
        </Notice>
      )}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('resending') : t('forgot.button')}
      </Button>
    </Form>
  );
}
