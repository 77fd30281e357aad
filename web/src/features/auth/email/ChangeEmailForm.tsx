import { useTranslation } from 'react-i18next';
import { useChangeEmailMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { Failure } from '../Failure';
import { useRules } from '../rules';

/** Named as the server names them, so that its refusals find their field. */
interface Values {
  email: string;
}

const empty: Values = { email: '' };

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for another address. Nothing changes before the link there is pressed. */
export function ChangeEmailForm({ onDone, onCancel }: Props) {
  const { t } = useTranslation(['email', 'auth']);
  const [form] = useForm<Values>();
  const rules = useRules();
  const [change] = useChangeEmailMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ email }: Values) => change({ changeEmailBody: { email } }).unwrap(),
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
      {failure && <Failure failure={failure} />}
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
