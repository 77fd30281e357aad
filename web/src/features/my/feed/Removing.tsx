import { useState } from 'react';
import { flushSync } from 'react-dom';
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
  // What was pressed goes together with what is deleted, so that the focus stays with what lies around both.
  const [around] = useState(() => document.activeElement?.closest<HTMLElement>('[data-around]'));
  const onDone = () => {
    flushSync(onClose);
    around?.focus();
  };
  const { run, busy, failure } = useCommand(send, { onDone });
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
