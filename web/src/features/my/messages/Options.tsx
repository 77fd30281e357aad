import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Thread } from '@/api/generated/messages';
import { useBlockMemberMutation } from '@/parts/blocking';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { useRefusedToast } from '@/parts/useRefusedToast';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Menu } from '@/ui/Menu';
import { MemberIcon } from '@/ui/MemberIcon';
import { showToast } from '@/ui/toast';
import { useMuteThreadMutation } from './shown';

interface Props {
  thread: Thread;
  name: string;
  onGone: () => void;
}

/** Says what it means to block whoever wrote, and does it. */
export function Blocking({ thread, name, onGone, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const [block] = useBlockMemberMutation();
  const { run, busy, failure } = useCommand(() => block({ blockBody: { member_id: thread.other.id } }).unwrap(), {
    onDone: () => {
      showToast({ title: t('block.done', { name }) });
      onGone();
    },
  });
  return (
    <Dialog open title={t('block.title', { name })} onClose={onClose}>
      <div className="stack">
        <p>{t('block.text')}</p>
        <p className="sm mut">{t('block.later')}</p>
        {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
        <div className="messages-do">
          <Button variant="outline" onClick={onClose}>
            {t('back')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
            {t('block.send')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What can be done about a conversation, behind three dots. */
export function Options(props: Props) {
  const { thread, name } = props;
  const { t } = useTranslation('messages');
  const [blocks, setBlocks] = useState(false);
  const [mute] = useMuteThreadMutation();
  const refused = useRefusedToast();
  const muted = !thread.muted;
  const { run } = useCommand(
    () => mute({ muteThreadBody: { thread_id: thread.id, side_id: thread.side.id, muted } }).unwrap(),
    {
      onDone: () => showToast({ title: t(muted ? 'mute.done' : 'mute.undone') }),
      onRefused: (problem) => refused(problem, t('mute.failed'), { title: t('signedOut'), text: t('signedOutAdvice') }),
    },
  );
  const ofMembers = thread.side.kind === 'member' && thread.other.kind === 'member' && !thread.closed;
  return (
    <>
      <Menu round label={t('options', { name })} trigger={<MemberIcon name="more" />}>
        <Menu.Action onChoose={() => void run(undefined)}>
          <MemberIcon name={thread.muted ? 'bell' : 'bellOff'} size={18} />
          {t(thread.muted ? 'mute.undo' : 'mute.do')}
        </Menu.Action>
        {ofMembers && (
          <Menu.Action onChoose={() => setBlocks(true)}>
            <MemberIcon name="block" size={18} />
            {t('block.do', { name })}
          </Menu.Action>
        )}
      </Menu>
      {blocks && <Blocking {...props} onClose={() => setBlocks(false)} />}
    </>
  );
}
