import type { ReactNode } from 'react';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';

/** The most characters of a reason that the server takes. */
export const longestReason = 500;

interface Props {
  title: string;
  /** What follows from it. */
  children: ReactNode;
  label: string;
  hint: string;
  /** The button that does it, and the one that does not. */
  go: string;
  back: string;
  danger?: boolean;
  /** The most characters that the server takes, where it takes fewer. */
  most?: number;
  send: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onRefused?: () => void;
  onClose: () => void;
}

/** Asks why something is decided, and sends it. */
export function ReasonDialog({
  title,
  children,
  label,
  hint,
  go,
  back,
  danger = false,
  most = longestReason,
  send,
  onDone,
  onRefused,
  onClose,
}: Props) {
  const [form] = useForm<{ reason: string }>();
  const { run, busy, failure } = useFormCommand(form, ({ reason }: { reason: string }) => send(reason), {
    onDone,
    onRefused: ({ status }) => {
      if (status === 409) onRefused?.();
    },
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form<{ reason: string }>
        className="stack"
        form={form}
        initialValues={{ reason: '' }}
        noValidate
        onFinish={(filled) => void run(filled)}
      >
        <p>{children}</p>
        <Field name="reason" label={label} hint={hint} required>
          {(control) => <textarea className="input" rows={4} maxLength={most} {...control} />}
        </Field>
        {failure && (
          <FailureNotice title={failure.title}>
            <p className="mut">{failure.advice}</p>
          </FailureNotice>
        )}
        <div className="row">
          <Button variant="outline" onClick={onClose}>
            {back}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {go}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
