import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FactorView, type NewFactorAnswer, useBeginFactorMutation, useTurnFactorOffMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { CodeField } from './CodeField';
import { ProofFailure } from './ProofFailure';
import { FactorProof } from './FactorProof';
import { PasswordInput } from './PasswordInput';
import { RecoveryCodes } from './RecoveryCodes';
import { useRules } from './rules';
import { Security } from './Security';

/** With so few recovery codes left, where others come from is said. */
const few = 3;

interface BeginValues {
  password: string;
}

interface BeginProps {
  asksPassword: boolean;
  onBegun: (begun: NewFactorAnswer) => void;
  onCancel: () => void;
}

function BeginForm({ asksPassword, onBegun, onCancel }: BeginProps) {
  const { t } = useTranslation('auth');
  const [form] = useForm<BeginValues>();
  const rules = useRules();
  const [begin] = useBeginFactorMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ password }: Partial<BeginValues>) => begin({ beginFactorBody: { password: password ?? '' } }).unwrap(),
    { onDone: onBegun },
  );
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={{ password: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      {asksPassword && (
        <Field name="password" label={t('settings.current')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      {failure && <ProofFailure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('factor.busy') : t('factor.next')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}

interface OffValues {
  password: string;
  code: string;
}

function OffForm({ asksPassword, onDone, onCancel }: { asksPassword: boolean; onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation('auth');
  const [form] = useForm<OffValues>();
  const rules = useRules();
  const [turnOff] = useTurnFactorOffMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ password, code }: Pick<OffValues, 'code'> & Partial<OffValues>) =>
      turnOff({ turnFactorOffBody: { password: password ?? '', code } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('factor.doneOff') });
        onDone();
      },
    },
  );
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={{ password: '', code: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p className="mut">{t('factor.offText')}</p>
      {asksPassword && (
        <Field name="password" label={t('settings.current')} required rules={rules.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </Field>
      )}
      <CodeField hint={t('factor.anyHint')} />
      {failure && <ProofFailure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('factor.busy') : t('factor.turnOff')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}

type Step =
  | { at: 'rest' }
  | { at: 'password' }
  | { at: 'proof'; begun: NewFactorAnswer }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'off' };

function State({ factor, asksPassword, onChanged }: { factor: FactorView; asksPassword: boolean; onChanged: () => void }) {
  const { t } = useTranslation('auth');
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const rest = () => setStep({ at: 'rest' });
  const { since, recovery_codes_left: left } = factor;
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} onKept={rest} />;
  return (
    <div className="stack">
      {since ? (
        <p className="mut">
          {t('factor.onSince')} <RelativeTime at={since} /> · {t('factor.left', { count: left })}
          {left <= few && ` · ${t('factor.fewLeft')}`}
        </p>
      ) : (
        <p className="mut">{t('factor.off')}</p>
      )}
      {step.at === 'rest' && (
        <div>
          <Button variant="outline" onClick={() => setStep({ at: since ? 'off' : 'password' })}>
            {since ? t('factor.turnOff') : t('factor.turnOn')}
          </Button>
        </div>
      )}
      {step.at === 'password' && (
        <BeginForm asksPassword={asksPassword} onBegun={(begun) => setStep({ at: 'proof', begun })} onCancel={rest} />
      )}
      {step.at === 'proof' && (
        <FactorProof
          begun={step.begun}
          onProved={(codes) => {
            setStep({ at: 'codes', codes });
            onChanged();
          }}
          onCancel={rest}
        />
      )}
      {step.at === 'off' && (
        <OffForm
          asksPassword={asksPassword}
          onDone={() => {
            rest();
            onChanged();
          }}
          onCancel={rest}
        />
      )}
    </div>
  );
}

/** The second factor: switched on with the password and the first code of an app, off with the password and a code. */
export function SecondFactor() {
  return (
    <Security>
      {({ second_factor, has_password }, again) => (
        <State factor={second_factor} asksPassword={has_password} onChanged={again} />
      )}
    </Security>
  );
}
