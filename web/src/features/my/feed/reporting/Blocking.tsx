import { useTranslation } from 'react-i18next';
import { useBlockMemberMutation, useUnblockMemberMutation } from '@/parts/blocking';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { showToast } from '@/ui/toast';
import { lookAgain } from '../shown';

interface Props {
  member: string;
  name: string;
  onClose: () => void;
}

/** Says what it means to block somebody, and does it; a toast takes it back. */
export function Blocking({ member, name, onClose }: Props) {
  const { t } = useTranslation('reporting');
  const [block] = useBlockMemberMutation();
  const [unblock] = useUnblockMemberMutation();
  const body = { blockBody: { member_id: member } };
  const undo = async () => {
    try {
      await unblock(body).unwrap();
      showToast({ title: t('block.undone', { name }) });
    } catch {
      showToast({ tone: 'error', title: t('block.notUndone') });
    }
    lookAgain();
  };
  const { run, busy, failure } = useCommand(() => block(body).unwrap(), {
    onDone: () => {
      showToast({ title: t('block.done', { name }), action: { label: t('block.undo'), press: () => void undo() } });
      lookAgain();
      onClose();
    },
  });
  return (
    <Dialog open title={t('block.title', { name })} onClose={onClose}>
      <div className="stack">
        <p>{t('block.text')}</p>
        <p>{t('block.told')}</p>
        <p>{t('block.stays')}</p>
        <p className="sm mut">{t('block.later')}</p>
        {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
        <div className="feed-do">
          <Button variant="outline" onClick={onClose}>
            {t('block.back')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
            {t('block.send')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
