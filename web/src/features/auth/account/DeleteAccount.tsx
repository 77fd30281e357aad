import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type DeletionAnswer, useDeleteAccountMutation } from '@/api/generated/auth';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { PasswordInput } from '../PasswordInput';
import { useRules } from '../rules';
import { Running } from './Running';

interface Values {
  password: string;
}

const empty: Values = { password: '' };
const consequences = ['out', 'undo', 'words', 'amounts', 'law'] as const;

function Question({ days, asksPassword, onClose }: { days: number; asksPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'auth']);
  const format = useFormat();
  const [form] = useForm<Values>();
  const rules = useRules();
  const keeper = useSessionKeeper();
  const navigate = useNavigate();
  const [leave] = useDeleteAccountMutation();
  const left = async ({ due_at }: DeletionAnswer) => {
    // The server has ended the session already: here the tabs are told so, whatever it answers.
    await keeper.signOut().catch((error: unknown) => console.warn('the session had ended', error));
    showToast({
      title: t(days === 0 ? 'deletion.done' : 'deletion.begun'),
      text: days === 0 ? t('deletion.doneAtOnce') : t('deletion.doneText', { date: format.dayIn(due_at, 'UTC') }),
    });
    await navigate('/');
  };
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ password }: Partial<Values>) =>
      leave({ deleteAccountBody: { password: password ?? '' } })
        .unwrap()
        .then(left),
  );
  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p>{t('deletion.lead')}</p>
      <ul className="auth-consequences">
        {consequences.map((what) => (
          <li key={what}>{t(`deletion.what.${what}`, { count: days })}</li>
        ))}
      </ul>
      <Running days={days} />
      {asksPassword && (
        <Field name="password" label={t('auth:settings.current')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      {failure && (
        <FailureNotice title={t('deletion.failed')}>
          <p>{failure.title}</p>
        </FailureNotice>
      )}
      <div className="auth-buttons">
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? t('deletion.busy') : t('deletion.button')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('auth:settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** The way to delete one's account: a dialog names what happens and asks for the password of whoever has one. */
export function DeleteAccount({ days, hasPassword }: { days: number; hasPassword: boolean }) {
  const { t } = useTranslation(['account', 'auth']);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <p className="mut">{t('deletion.text', { count: days })}</p>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('deletion.button')}
        </Button>
      </div>
      <Dialog open={asking} onClose={close} title={t('deletion.title')}>
        <Question days={days} asksPassword={hasPassword} onClose={close} />
      </Dialog>
    </>
  );
}
