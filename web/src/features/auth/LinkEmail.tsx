import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type HeldAnswer, useSignUpMutation } from '@/api/generated/auth';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import type { Failure as CommandFailure } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { Failure } from './Failure';
import { keepNext } from './next';
import { NewPasswordTwice } from './NewPassword';
import { providerNames } from './providerNames';
import { useRules } from './rules';
import { Created } from './SignUpForm';

interface Values {
  email: string;
  password: string;
  again: string;
}

const empty: Values = { email: '', password: '', again: '' };

/** What went wrong: the refusals have their words, and of everything else it is said that nothing was linked. */
function NotLinked({ failure, name }: { failure: CommandFailure; name: string }) {
  const { t } = useTranslation('auth');
  const { code, status } = failure.problem;
  if (code === 'no_provider_session') {
    return (
      <FailureNotice title={t('linking.noSession')}>
        <p>{t('linking.beginAgain', { name })}</p>
      </FailureNotice>
    );
  }
  if (status > 0 && status < 500) return <Failure failure={failure} />;
  return (
    <FailureNotice title={t('linking.failed')}>
      <p>
        {failure.title}. {failure.advice}
      </p>
    </FailureNotice>
  );
}

interface Props {
  held: Required<Pick<HeldAnswer, 'provider'>>;
  /** Where to go afterwards. */
  next: string | undefined;
  onClose: () => void;
  /** They have an account, whose password links it. */
  onSignIn: () => void;
}

/** Asks whoever came by a provider that tells no address for one, which counts once its mail was read. */
export function LinkEmail({ held, next, onClose, onSignIn }: Props) {
  const { t } = useTranslation('auth');
  const { language } = useFormat();
  const [form] = useForm<Values>();
  const rules = useRules();
  const [signUp] = useSignUpMutation();
  const [sentTo, setSentTo] = useState<string>();
  const name = providerNames[held.provider];
  const { run, busy, failure, clear } = useFormCommand(form, async ({ email, password }: Values) => {
    const account = { full_name: '', email, password, lang: language, terms_accepted: true, link_provider: true };
    await signUp({ signUpBody: account }).unwrap();
    keepNext(next);
    setSentTo(email);
  });
  return (
    <Dialog open onClose={onClose} title={t('linking.emailTitle')}>
      {sentTo !== undefined ? (
        <Created email={sentTo} />
      ) : (
        <Form
          form={form}
          className="stack"
          initialValues={empty}
          onFinish={(values) => void run(values)}
          onValuesChange={clear}
          noValidate
        >
          <p>{t('linking.emailText', { name })}</p>
          <Field name="email" label={t('email')} required rules={rules.email}>
            {(control) => <input {...control} className="input" type="email" autoComplete="username" inputMode="email" />}
          </Field>
          <NewPasswordTwice name="password" label={t('password')} />
          <p className="xs mut">
            <Trans
              t={t}
              i18nKey="providers.terms"
              components={{ terms: <Link className="link" to="/terms" />, privacy: <Link className="link" to="/privacy" /> }}
            />
          </p>
          {failure && <NotLinked failure={failure} name={name} />}
          <div className="auth-buttons">
            <Button type="submit" busy={busy}>
              {busy ? t('linking.emailBusy') : t('linking.emailButton')}
            </Button>
            <Button variant="quiet" onClick={onSignIn}>
              {t('linking.have')}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
