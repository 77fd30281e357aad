import '../auth.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { type Held, useDownloadMyDataMutation } from './archive';
import { DeleteAccount } from './DeleteAccount';
import { Failure } from '../Failure';
import { PasswordInput } from '../PasswordInput';
import { useRules } from '../rules';
import { Security } from '../Security';
import { saveFile } from '@/parts/saveFile';

interface Values {
  password: string;
}

const empty: Values = { password: '' };

function DownloadForm({ asksPassword, onClose }: { asksPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation(['account', 'auth']);
  const [form] = useForm<Values>();
  const rules = useRules();
  const [download] = useDownloadMyDataMutation();
  const send = (values: Values) => download({ archiveBody: { ...empty, ...values } }).unwrap();
  const { run, busy, failure, clear } = useFormCommand(form, send, {
    onDone: (file) => {
      saveFile(file as unknown as Held);
      onClose();
    },
  });
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      {asksPassword && (
        <Field name="password" label={t('auth:settings.current')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('data.busy') : t('data.download')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('auth:settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** Everything that is held about the member, as one file, whose form unfolds; and the way to have it all deleted. */
export function YourData() {
  const { t } = useTranslation(['account', 'auth']);
  const [asking, setAsking] = useState(false);
  return (
    <div className="stack">
      <p className="mut">{t('data.text')}</p>
      {asking ? (
        <Security>
          {({ has_password }) => <DownloadForm asksPassword={has_password} onClose={() => setAsking(false)} />}
        </Security>
      ) : (
        <div>
          <Button variant="outline" onClick={() => setAsking(true)}>
            {t('data.download')}
          </Button>
        </div>
      )}
      <Security>
        {({ deletion_days, has_password }) => <DeleteAccount days={deletion_days} hasPassword={has_password} />}
      </Security>
    </div>
  );
}
