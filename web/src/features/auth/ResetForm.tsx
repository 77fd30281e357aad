import { useTranslation } from 'react-i18next';
import type { Command } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Form, type FormInstance } from '@/ui/Form';
import { Failure } from './Failure';
import { NewPasswordTwice } from './NewPassword';

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
      <NewPasswordTwice name="password" label={t('confirm.newPassword')} />
      {failure && <Failure failure={failure} />}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('reset.busy') : t('reset.button')}
      </Button>
    </Form>
  );
}
