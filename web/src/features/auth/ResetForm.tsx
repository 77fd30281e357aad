import { useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';
import type { Command } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Field, Form, type FormInstance } from '@/ui/Form';
import { Failure } from './Failure';
import { PasswordInput } from './PasswordInput';
import { useRules } from './rules';

/** Named as the server names them, so that its refusals find their field. */
export interface ResetValues {
  password: string;
  again: string;
}

/** The new password, twice. */
export function ResetForm({
  form,
  command: { run, busy, failure, clear },
}: {
  form: FormInstance<ResetValues>;
  command: Command<ResetValues>;
}) {
  const { t } = useTranslation('auth');
  const { data: settings } = useSettingsQuery();
  const min = settings?.password_min ?? 6;
  const rules = useRules(min);
  return (
    <Form
      form={form}
      className="stack"
      initialValues={{ password: '', again: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p className="mut">{t('reset.text')}</p>
      <Field
        name="password"
        label={t('confirm.newPassword')}
        required
        rules={rules.newPassword}
        hint={t('passwordHint', { count: min })}
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      <Field
        name="again"
        label={t('confirmPassword')}
        required
        dependencies={['password']}
        rules={rules.same(() => form.getFieldValue('password') as string | undefined)}
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
      {failure && <Failure failure={failure} />}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('reset.busy') : t('reset.button')}
      </Button>
    </Form>
  );
}
