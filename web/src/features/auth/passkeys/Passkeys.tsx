import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PasskeysView,
  type PasskeyView,
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { showToast } from '@/ui/toast';
import { knowsPasskeys, makePasskey } from '../device';
import { ConfirmChange } from '../ConfirmChange';
import { Failure } from '../Failure';
import { Security } from '../Security';

const longestName = 60;

function NameField({ hint }: { hint?: string }) {
  const { t } = useTranslation('passkeys');
  return (
    <Field name="name" label={t('name')} required hint={hint}>
      {(control) => <input {...control} className="input" maxLength={longestName} autoComplete="off" />}
    </Field>
  );
}

interface Closing {
  onDone: () => void;
  onCancel: () => void;
}

/** Takes a name, and has the device make a passkey. */
function AddForm({ onDone, onCancel }: Closing) {
  const { t } = useTranslation(['passkeys', 'auth']);
  const [form] = useForm<{ name: string }>();
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [declined, setDeclined] = useState(false);
  const { run, busy, failure, clear } = useFormCommand(
    form,
    async ({ name }: { name: string }) => {
      setDeclined(false);
      const { options } = await begin().unwrap();
      const credential = await makePasskey(options);
      if (!credential) return false;
      await add({ addPasskeyBody: { credential, name } }).unwrap();
      return true;
    },
    {
      onDone: (made) => {
        if (!made) return setDeclined(true);
        showToast({ title: t('added') });
        onDone();
      },
    },
  );
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={{ name: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <h3>{t('addTitle')}</h3>
      <p className="mut">{t('addText')}</p>
      <NameField hint={t('nameHint')} />
      {declined && <p role="status">{t('cancelled')}</p>}
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('auth:linked.busy') : t('create')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('auth:settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}

function RenameForm({ passkey, onDone, onCancel }: Closing & { passkey: PasskeyView }) {
  const { t } = useTranslation(['passkeys', 'auth']);
  const [form] = useForm<{ name: string }>();
  const [rename] = useRenamePasskeyMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ name }: { name: string }) => rename({ renamePasskeyBody: { id: passkey.id, name } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('renamed') });
        onDone();
      },
    },
  );
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={{ name: passkey.name }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <h3>{t('renameNamed', { name: passkey.name })}</h3>
      <NameField />
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('auth:linked.busy') : t('save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('auth:settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}

type Asked = 'add' | { rename: PasskeyView } | { remove: PasskeyView };

interface Props {
  passkeys: PasskeysView;
  onChanged: () => void;
}

function List({ passkeys: { offered, all }, onChanged }: Props) {
  const { t } = useTranslation('passkeys');
  const [asked, setAsked] = useState<Asked>();
  const [remove] = useRemovePasskeyMutation();
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    onChanged();
  };
  const able = knowsPasskeys();
  return (
    <div className="stack">
      <p className="mut">{t('about')}</p>
      {all.length === 0 ? (
        offered && <p className="mut">{t('none')}</p>
      ) : (
        <Rows>
          {all.map((one) => (
            <li key={one.id}>
              <Icon name="check" />
              <div>
                <b>{one.name}</b>
                <p className="sm mut">
                  {one.synced ? t('synced') : t('oneDevice')} · {t('since')} <RelativeTime at={one.created_at} /> ·{' '}
                  {one.used_at ? (
                    <>
                      {t('used')} <RelativeTime at={one.used_at} />
                    </>
                  ) : (
                    t('unused')
                  )}
                </p>
              </div>
              <div className="auth-buttons">
                <Button
                  variant="outline"
                  size="small"
                  label={t('renameNamed', { name: one.name })}
                  onClick={() => setAsked({ rename: one })}
                >
                  {t('rename')}
                </Button>
                <Button
                  variant="outline"
                  size="small"
                  label={t('removeNamed', { name: one.name })}
                  onClick={() => setAsked({ remove: one })}
                >
                  {t('remove')}
                </Button>
              </div>
            </li>
          ))}
        </Rows>
      )}
      {!offered && <p className="mut">{t('notOffered')}</p>}
      {offered && !able && <p className="mut">{t('oldBrowser')}</p>}
      {!asked && offered && able && (
        <div className="auth-buttons">
          <Button variant="outline" onClick={() => setAsked('add')}>
            {t('add')}
          </Button>
        </div>
      )}
      {asked === 'add' && <AddForm onDone={done} onCancel={close} />}
      {typeof asked === 'object' && 'rename' in asked && (
        <RenameForm key={asked.rename.id} passkey={asked.rename} onDone={done} onCancel={close} />
      )}
      {typeof asked === 'object' && 'remove' in asked && (
        <ConfirmChange
          key={asked.remove.id}
          title={t('removeNamed', { name: asked.remove.name })}
          text={t('removeText')}
          button={t('remove')}
          danger
          send={() => remove({ removePasskeyBody: { id: asked.remove.id } }).unwrap()}
          onDone={() => {
            showToast({ title: t('removed') });
            done();
          }}
          onCancel={close}
        />
      )}
    </div>
  );
}

/** The member's passkeys: each can be renamed, and removed but the last way in. */
export function Passkeys() {
  return (
    <Security>
      {({ passkeys }, again) => <List passkeys={passkeys} onChanged={again} />}
    </Security>
  );
}
