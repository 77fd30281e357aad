import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useChooseEmailMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { Notice } from '@/ui/States';
import { Failure } from '../Failure';
import { OutboxLine } from '../OutboxLine';
import { useRules } from '../rules';

/** Asks for another address for an account whose previous one another account has. Its link gives the account that address. */
export function ChooseEmailForm({ token }: { token: string }) {
  const { t } = useTranslation('email');
  const [form] = useForm<{ email: string }>();
  const rules = useRules();
  const [choose] = useChooseEmailMutation();
  const [sentTo, setSentTo] = useState<string>();
  const { run, busy, failure, clear } = useFormCommand(form, async ({ email }: { email: string }) => {
    setSentTo(undefined);
    await choose({ chooseEmailBody: { token, email } }).unwrap();
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
      <Field name="email" label={t('stop.needs_address.new')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="email" inputMode="email" />}
      </Field>
      {failure && <Failure failure={failure} />}
      {sentTo !== undefined && (
        <Notice tone="money" icon="mail">
          <div role="status" className="auth-sent">
            <p>
              <Trans ns="email" i18nKey="stop.needs_address.sent" values={{ email: sentTo }} components={{ address: <b /> }} />
            </p>
            <OutboxLine to={sentTo} />
          </div>
        </Notice>
      )}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('sending') : t('stop.needs_address.send')}
      </Button>
    </Form>
  );
}
