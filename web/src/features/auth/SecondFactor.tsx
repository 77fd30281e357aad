import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FactorView,
  type NewFactorAnswer,
  useBeginFactorMutation,
  useRenewRecoveryCodesMutation,
  useTurnFactorOffMutation,
} from '@/api/generated/auth';
import { Button } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { ConfirmChange } from './ConfirmChange';
import { FactorProof } from './FactorProof';
import { RecoveryCodes } from './RecoveryCodes';
import { Security } from './Security';
import { useGoOn } from './useGoOn';

/** With so few recovery codes left, where others come from is said. */
const few = 3;

type Step =
  | { at: 'rest' }
  | { at: 'begin' }
  | { at: 'renew' }
  | { at: 'proof'; begun: NewFactorAnswer }
  /** `isNew`: the factor was just turned on. */
  | { at: 'codes'; done: string; codes: readonly string[]; isNew: boolean }
  | { at: 'off' };

function State({ factor, onChanged }: { factor: FactorView; onChanged: () => void }) {
  const { t } = useTranslation('auth');
  const [begin] = useBeginFactorMutation();
  const [turnOff] = useTurnFactorOffMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const goOn = useGoOn();
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const rest = () => setStep({ at: 'rest' });
  const { since, recovery_codes_left: left } = factor;
  if (step.at === 'codes') {
    const kept = () => {
      rest();
      if (step.isNew) goOn();
    };
    return <RecoveryCodes done={step.done} codes={step.codes} onKept={kept} />;
  }
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
        <div className="auth-buttons">
          <Button variant="outline" onClick={() => setStep({ at: since ? 'off' : 'begin' })}>
            {since ? t('factor.turnOff') : t('factor.turnOn')}
          </Button>
          {since && (
            <Button variant="outline" onClick={() => setStep({ at: 'renew' })}>
              {t('factor.renew')}
            </Button>
          )}
        </div>
      )}
      {step.at === 'begin' && (
        <ConfirmChange
          title={t('factor.turnOn')}
          text={t('factor.others')}
          button={t('factor.next')}
          send={() => begin().unwrap()}
          onDone={(begun) => setStep({ at: 'proof', begun })}
          onCancel={rest}
        />
      )}
      {step.at === 'proof' && (
        <FactorProof
          begun={step.begun}
          onProved={(codes) => {
            setStep({ at: 'codes', done: t('factor.done'), codes, isNew: true });
            onChanged();
          }}
          onCancel={rest}
        />
      )}
      {step.at === 'renew' && (
        <ConfirmChange
          title={t('factor.renew')}
          text={t('factor.renewText')}
          button={t('factor.renew')}
          send={() => renew().unwrap()}
          onDone={({ recovery_codes: codes }) => {
            setStep({ at: 'codes', done: t('factor.renewed'), codes, isNew: false });
            onChanged();
          }}
          onCancel={rest}
        />
      )}
      {step.at === 'off' && (
        <ConfirmChange
          title={t('factor.turnOff')}
          text={t('factor.offText')}
          button={t('factor.turnOff')}
          danger
          send={() => turnOff().unwrap()}
          onDone={() => {
            showToast({ title: t('factor.doneOff') });
            rest();
            onChanged();
          }}
          onCancel={rest}
        />
      )}
    </div>
  );
}

/** The second factor: switched on with the first code of an app, and off; its recovery codes can be had anew. */
export function SecondFactor() {
  return (
    <Security>
      {({ second_factor }, again) => <State factor={second_factor} onChanged={again} />}
    </Security>
  );
}
