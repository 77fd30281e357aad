import { useTranslation } from 'react-i18next';
import type { Command } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Field, Form, type FormInstance } from '@/ui/Form';
import { Agreement } from './Agreement';
import { Failure } from './Failure';
import { NewPassword } from './NewPassword';
import { PasswordInput } from './PasswordInput';
import { useRules } from './rules';

/** Named as the server names them, so that its refusals find their field. */
export interface ConfirmValues {
  password: string;
  full_name: string;
  terms_accepted: boolean;
}

interface Props {
  form: FormInstance<ConfirmValues>;
  command: Command<ConfirmValues>;
  /** A name and a password of one's own, instead of the password of the sign-up. */
  anew: boolean;
  onAnew: (anew: boolean) => void;
}

const empty: ConfirmValues = { password: '', full_name: '', terms_accepted: false };

/**
 * What the holder of a confirmation link gives: the password of their sign-up. Somebody else may have signed up with their
 * address, so the link alone confirms nothing; who does not know the password chooses one.
 */
export function ConfirmForm({ form, command: { run, busy, failure, clear }, anew, onAnew }: Props) {
  const { t } = useTranslation('auth');
  const rules = useRules();
  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p className="mut">{anew ? t('confirm.anewText') : t('confirm.text')}</p>
      {anew && (
        <Field name="full_name" label={t('fullName')} required rules={rules.required}>
          {(control) => <input {...control} className="input" autoComplete="name" maxLength={120} />}
        </Field>
      )}
      {anew ? (
        <NewPassword key="new" name="password" label={t('confirm.newPassword')} />
      ) : (
        <Field key="known" name="password" label={t('password')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      {anew && (
        <Field name="terms_accepted" label={<Agreement />} required rules={rules.agreed} valuePropName="checked">
          {(control) => <input {...control} type="checkbox" />}
        </Field>
      )}
      {failure && <Failure failure={failure} />}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('confirm.busy') : t('confirm.button')}
      </Button>
      <Button variant="quiet" block onClick={() => onAnew(!anew)}>
        {anew ? t('confirm.known') : t('confirm.other')}
      </Button>
      {anew && <p className="sm mut">{t('confirm.anewLeave')}</p>}
    </Form>
  );
}
