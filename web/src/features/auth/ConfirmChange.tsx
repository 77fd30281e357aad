import { useTranslation } from 'react-i18next';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Failure } from './Failure';

interface Props<Answer> {
  title: string;
  text: string;
  button: string;
  /** It takes something away. */
  danger?: boolean;
  send: () => Promise<Answer>;
  /** The answer leads off this page. */
  leaves?: boolean;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}

/** Says what is about to happen, and does it. */
export function ConfirmChange<Answer>(props: Props<Answer>) {
  const { title, text, button, danger = false, send, leaves = false, onDone, onCancel } = props;
  const { t } = useTranslation('auth');
  const { run, busy, failure } = useCommand(send, { onDone, leaves });
  return (
    <div className="stack auth-change">
      <h3>{title}</h3>
      <p className="mut">{text}</p>
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons">
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run(undefined)}>
          {busy ? t('linked.busy') : button}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </div>
  );
}
