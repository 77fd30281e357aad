import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';

interface Props<Values> {
  title: string;
  initial: Values;
  /** The button's words. */
  send: string;
  /** What the toast says. */
  said: string;
  danger?: boolean;
  /** The words of the button that changes nothing. */
  keep?: string;
  onSend: (values: Values) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A question with a form of its own, whose faults stand at its fields. */
export function Ask<Values extends object>({ title, initial, send, said, danger, keep, onSend, ...props }: Props<Values>) {
  const { t } = useTranslation('pledges');
  const { onDone, onClose, children } = props;
  const [form] = useForm<Values>();
  const { run, busy, failure } = useFormCommand(form, onSend, {
    onDone: () => {
      showToast({ title: said });
      onClose();
      onDone();
    },
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form<Values>
        className="pledges-ask"
        form={form}
        initialValues={initial}
        noValidate
        onFinish={(filled) => void run(filled)}
      >
        {children}
        {failure && (
          <FailureNotice title={failure.title}>
            <p className="mut">{[...failure.unplaced, failure.advice].join('. ')}</p>
          </FailureNotice>
        )}
        <div className="pledges-do">
          <Button variant="outline" onClick={onClose}>
            {keep ?? t('cancel')}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {send}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
