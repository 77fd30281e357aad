import { useTranslation } from 'react-i18next';
import { useChangeEmailMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { CodeField } from '../CodeField';
import { ProofFailure } from '../ProofFailure';
import { PasswordInput } from '../PasswordInput';
import { useRules } from '../rules';

/** Named as the server names them, so that its refusals find their field. */
interface Values {
  email: string;
  password: string;
  code: string;
}

const empty: Values = { email: '', password: '', code: '' };

interface Props {
  asksPassword: boolean;
  /** The member has a second factor. */
  asksCode: boolean;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for another address, against what the member signs in with. Nothing changes before the link there is pressed. */
export function ChangeEmailForm({ asksPassword, asksCode, onDone, onCancel }: Props) {
  const { t } = useTranslation(['email', 'auth']);
  const [form] = useForm<Values>();
  const rules = useRules();
  const [change] = useChangeEmailMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ email, password, code }: Values) =>
      change({ changeEmailBody: { email, ...(asksPassword && { password }), ...(asksCode && { code }) } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('asked'), text: t('askedText') });
        onDone();
      },
    },
  );
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p className="mut">{t('text')}</p>
      <Field name="email" label={t('new')} required rules={rules.email}>
        {(control) => <input {...control} className="input" type="email" autoComplete="email" inputMode="email" />}
      </Field>
      {asksPassword && (
        <Field name="password" label={t('auth:settings.current')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      {asksCode && <CodeField hint={t('auth:factor.anyHint')} />}
      {failure && <ProofFailure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('sending') : t('send')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('auth:settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}
