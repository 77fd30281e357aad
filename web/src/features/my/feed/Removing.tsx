import { useTranslation } from 'react-i18next';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

interface Props {
  title: string;
  text: string;
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks whether what one wrote is to be deleted for good. */
export function Removing({ title, text, send, onClose }: Props) {
  const { t } = useTranslation('feed');
  const { run, busy, failure } = useCommand(send, { onDone: onClose });
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="stack">
        <p>{text}</p>
        {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
        <div className="feed-do">
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
            {t('delete')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
