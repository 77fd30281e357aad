import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useProveMutation } from '@/api/generated/auth';
import type { Problem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';

/** What proves that it is oneself. */
export type ProvedBy = 'password' | 'code';

/** What a refusal wants proved before the command is sent again; undefined for every other refusal. */
export function proofWanted({ code, args }: Problem): ProvedBy | undefined {
  if (code !== 'proof_required') return undefined;
  return args.by === 'password' ? 'password' : 'code';
}

interface Props {
  by: ProvedBy;
  onProved: () => void;
  onCancel: () => void;
}

interface Values {
  proof: string;
}

/** Asks staff to show again that it is them: what they may do concerns others, and a browser may stand open. */
export function Proof({ by, onProved, onCancel }: Props) {
  const { t } = useTranslation('admin');
  const { t: problem } = useTranslation('problems');
  const keeper = useSessionKeeper();
  const [form] = useForm<Record<ProvedBy, string>>();
  const [prove] = useProveMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ proof }: Values) => prove({ proveBody: { [by]: proof } }).unwrap(),
    {
      onDone: (answer) => {
        keeper.adopt(sessionFrom(answer, Date.now()));
        onProved();
      },
    },
  );
  const rules = [{ required: true, message: problem('code.required'), validateTrigger: [] }];
  return (
    <Form
      form={form}
      className="stack"
      initialValues={{ [by]: '' }}
      onFinish={(values) => void run({ proof: values[by] })}
      onValuesChange={clear}
      noValidate
    >
      <p>
        <b>{t('proof.title')}</b>
      </p>
      <p className="mut">{t('proof.text')}</p>
      <Field name={by} label={t(`proof.${by}`)} required rules={rules} {...(by === 'code' && { hint: t('proof.codeHint') })}>
        {(control) => (
          <input
            {...control}
            // The dialog was open before: nothing else says that it asks for something new.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className="input"
            type={by === 'password' ? 'password' : 'text'}
            autoComplete={by === 'password' ? 'current-password' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={by === 'password' ? 2000 : 40}
          />
        )}
      </Field>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        <Button type="submit" busy={busy}>
          {busy ? t('members.busy') : t('proof.goOn')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('members.cancel')}
        </Button>
      </div>
    </Form>
  );
}
