import { Trans, useTranslation } from 'react-i18next';
import { type NewFactorAnswer, useTurnFactorOnMutation } from '@/api/generated/auth';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Form, useForm } from '@/ui/Form';
import { CodeField } from './CodeField';
import { Failure } from './Failure';

interface Values {
  code: string;
}

interface Props {
  begun: NewFactorAnswer;
  onProved: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows the secret to the member's app, and takes the first code that it makes. */
export function FactorProof({ begun, onProved, onCancel }: Props) {
  const { t } = useTranslation('auth');
  const [form] = useForm<Values>();
  const [turnOn] = useTurnFactorOnMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    (turnFactorOnBody: Values) => turnOn({ turnFactorOnBody }).unwrap(),
    { onDone: ({ recovery_codes }) => onProved(recovery_codes) },
  );
  const { qr, qr_side: side, secret, uri } = begun;
  return (
    <Form
      form={form}
      className="stack auth-change"
      initialValues={{ code: '' }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p>{t('factor.scan')}</p>
      <svg className="auth-qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={t('factor.qr')} shapeRendering="crispEdges">
        <path d={qr} />
      </svg>
      <div>
        <p className="sm mut">
          <Trans
            ns="auth"
            i18nKey="factor.noCamera"
            // oxlint-disable-next-line jsx-a11y/anchor-has-content jsx-a11y/control-has-associated-label
            components={{ app: <a className="link" href={uri} /> }}
          />
        </p>
        <code className="auth-secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <CodeField hint={t('factor.codeHint')} focused />
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons">
        <Button type="submit" busy={busy}>
          {busy ? t('factor.busy') : t('factor.turnOn')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </Form>
  );
}
