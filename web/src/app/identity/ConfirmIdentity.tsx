import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sessionFrom } from '@/api/browserSession';
import { type ProveBody, useBeginProofMutation, useProveMutation } from '@/api/generated/auth';
import type { Wanted } from '@/api/identity';
import { useSessionKeeper } from '@/api/SessionContext';
import { askForPasskey, knowsPasskeys } from '@/features/auth/device';
import { providerNames } from '@/features/auth/providerNames';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';

/** Sends what shows that it is the member, and has the app go on in the session that says so. */
function useProof() {
  const keeper = useSessionKeeper();
  const [prove] = useProveMutation();
  return async (proveBody: ProveBody) => {
    const answer = await prove({ proveBody }).unwrap();
    keeper.adopt(sessionFrom(answer, Date.now()));
    return true;
  };
}

function ByPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('identity');
  const [begin] = useBeginProofMutation();
  const proof = useProof();
  const [declined, setDeclined] = useState(false);
  const { run, busy, failure } = useCommand(
    async () => {
      setDeclined(false);
      const { options } = await begin().unwrap();
      const credential = await askForPasskey(options);
      return credential !== undefined && proof({ credential });
    },
    { onDone: (shown) => (shown ? onDone() : setDeclined(true)) },
  );
  if (!knowsPasskeys()) return <p className="mut">{t('oldBrowser')}</p>;
  return (
    <div className="stack">
      {declined && <p role="status">{t('noPasskey')}</p>}
      {failure && <FailureNotice title={failure.title} />}
      <Button size="large" block busy={busy} onClick={() => void run(undefined)}>
        {t('passkey')}
      </Button>
    </div>
  );
}

interface BySecretProps {
  by: 'code' | 'password';
  onDone: () => void;
  onCancel: () => void;
}

/** Takes a code, or the password. */
function BySecret({ by, onDone, onCancel }: BySecretProps) {
  const { t } = useTranslation('identity');
  const { t: problem } = useTranslation('problems');
  const [form] = useForm<ProveBody>();
  const proof = useProof();
  const { run, busy, failure, clear } = useFormCommand(form, (values: ProveBody) => proof({ [by]: values[by] }), { onDone });
  const rules = [{ required: true, message: problem('code.required'), validateTrigger: [] }];
  const password = by === 'password';
  return (
    <Form
      form={form}
      className="stack"
      initialValues={{ [by]: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <Field name={by} label={t(by)} required rules={rules} {...(!password && { hint: t('codeHint') })}>
        {(control) => (
          <input
            {...control}
            data-first
            className="input"
            type={password ? 'password' : 'text'}
            autoComplete={password ? 'current-password' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={password ? 2000 : 40}
          />
        )}
      </Field>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
      <div className="row">
        <Button variant="outline" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? t('confirming') : t('confirm')}
        </Button>
      </div>
    </Form>
  );
}

/** The way to a provider and back: its sign-in is what counts. */
function ByProvider({ providers }: { providers: readonly string[] }) {
  const { t } = useTranslation('identity');
  const { language } = useFormat();
  const query = new URLSearchParams({ lang: language, next: '/my/settings' });
  const known = Object.entries(providerNames).filter(([key]) => providers.includes(key));
  return (
    <div className="stack">
      {known.map(([key, name]) => (
        <a key={key} className="btn btn-outline btn-large btn-block" href={`/api/auth/with/${key}?${query}`}>
          {t('provider', { name })}
        </a>
      ))}
      <p className="sm mut">{t('providerText')}</p>
    </div>
  );
}

interface Props {
  wanted: Wanted;
  onAnswer: (confirmed: boolean) => void;
}

/** Asks for what the account's rule wants: a passkey or a code where there is one, the password, or a provider's sign-in. */
export function ConfirmIdentity({ wanted: { by, providers }, onAnswer }: Props) {
  const { t } = useTranslation('identity');
  const cancel = () => onAnswer(false);
  const done = () => onAnswer(true);
  const secret = by.find((one) => one === 'code' || one === 'password');
  const strong = by.includes('passkey') || by.includes('code');
  return (
    <Dialog open onClose={cancel} title={t('title')}>
      <div className="stack">
        <p className="mut">{t('text')}</p>
        {by.includes('passkey') && <ByPasskey onDone={done} />}
        {by.includes('passkey') && secret && <p className="mut">{t('or')}</p>}
        {secret && <BySecret by={secret} onDone={done} onCancel={cancel} />}
        {by.includes('provider') && <ByProvider providers={providers} />}
        {by.length === 0 && (
          <>
            <p>{t('mail')}</p>
            <LinkButton to="/auth/forgot" onClick={cancel}>
              {t('setPassword')}
            </LinkButton>
          </>
        )}
        {strong && (
          <p className="sm mut">
            <Trans
              t={t}
              i18nKey="lost"
              // oxlint-disable-next-line jsx-a11y/anchor-has-content jsx-a11y/control-has-associated-label
              components={{ contact: <Link className="link" to="/contact" onClick={cancel} /> }}
            />
          </p>
        )}
        {!secret && (
          <div className="row">
            <Button variant="outline" onClick={cancel}>
              {t('cancel')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
