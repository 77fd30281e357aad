import { useTranslation } from 'react-i18next';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { ProofFailure } from './ProofFailure';
import { PasswordInput } from './PasswordInput';
import { useRules } from './rules';

interface Values {
  password: string;
}

const empty: Values = { password: '' };

interface Props<Answer> {
  title: string;
  text: string;
  button: string;
  /** It takes something away. */
  danger?: boolean;
  /** Whoever has no password is asked for none. */
  asksPassword: boolean;
  send: (proof: Partial<Values>) => Promise<Answer>;
  /** The answer leads off this page. */
  leaves?: boolean;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}

/** Says what is about to happen, and asks for the password of whoever wants it. */
export function ProofForm<Answer>(props: Props<Answer>) {
  const { title, text, button, danger = false, asksPassword, send, leaves = false, onDone, onCancel } = props;
  const { t } = useTranslation('auth');
  const [form] = useForm<Values>();
  const rules = useRules();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ password }: Values) => send(asksPassword ? { password } : {}),
    { onDone, leaves },
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
      <h3>{title}</h3>
      <p className="mut">{text}</p>
      {asksPassword && (
        <Field name="password" label={t('settings.current')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      {failure && <ProofFailure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {busy ? t('linked.busy') : button}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}
