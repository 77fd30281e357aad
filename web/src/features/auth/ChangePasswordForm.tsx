import { useTranslation } from 'react-i18next';
import { useChangePasswordMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { Failure } from './Failure';
import { NewPasswordTwice } from './NewPassword';

/** Named as the server names them, so that its refusals find their field. */
interface Values {
  new_password: string;
  again: string;
}

const empty: Values = { new_password: '', again: '' };

interface Props {
  /** Characters. */
  min: number;
  onDone: () => void;
  onCancel: () => void;
}

/** Replaces the password; every other session ends. */
export function ChangePasswordForm({ min, onDone, onCancel }: Props) {
  const { t } = useTranslation('auth');
  const [form] = useForm<Values>();
  const [change] = useChangePasswordMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ new_password }: Values) => change({ changePasswordBody: { new_password } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('reset.doneTitle'), text: t('reset.doneText') });
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
      <NewPasswordTwice name="new_password" label={t('confirm.newPassword')} min={min} />
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('reset.busy') : t('settings.change')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}
