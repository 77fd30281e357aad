import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Thread } from '@/api/generated/messages';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { showToast } from '@/ui/toast';
import { Blocking } from './Options';
import { useAnswerMessageRequestMutation } from './shown';

interface Props {
  thread: Thread;
  name: string;
  onGone: () => void;
}

/** A stranger's first messages: they are accepted and answered, or declined. */
export function Request({ thread, name, onGone }: Props) {
  const { t } = useTranslation('messages');
  const [answer] = useAnswerMessageRequestMutation();
  const [blocks, setBlocks] = useState(false);
  const { run, busy, failure } = useCommand(
    async (accept: boolean) => {
      await answer({ answerRequestBody: { thread_id: thread.id, side_id: thread.side.id, accept } }).unwrap();
      return accept;
    },
    {
      onDone: (accepted) => {
        if (accepted) return;
        showToast({ title: t('request.declined') });
        onGone();
      },
    },
  );
  return (
    <div className="messages-request">
      <p className="sm">
        <Icon name="info" size={18} /> {t('request.text', { name })}
      </p>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <Button block busy={busy} onClick={() => void run(true)}>
        {t('request.accept')}
      </Button>
      <div className="messages-request-no">
        <Button variant="outline" busy={busy} onClick={() => void run(false)}>
          {t('request.decline')}
        </Button>
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setBlocks(true)}>
          <Icon name="close" size={18} />
          {t('block.send')}
        </Button>
      </div>
      <p className="xs mut">{t('request.declineText', { name })}</p>
      {blocks && <Blocking thread={thread} name={name} onGone={onGone} onClose={() => setBlocks(false)} />}
    </div>
  );
}
