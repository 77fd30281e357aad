import type { ReactNode } from 'react';
import { useLeaveShiftMutation } from '@/api/generated/shifts';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { showToast } from '@/ui/toast';
import { FailureNotice } from './FailureNotice';
import { useCommand } from './useCommand';

interface Props {
  /** Of the shift. */
  id: string;
  title: string;
  leave: string;
  cancel: string;
  /** What the toast says. */
  said: string;
  onDone: () => void;
  onClose: () => void;
  /** What leaving means. */
  children: ReactNode;
}

/** Asks whether a place in a shift is to be given up. */
export function LeaveShift({ id, title, leave, cancel, said, onDone, onClose, children }: Props) {
  const [send] = useLeaveShiftMutation();
  const { run, busy, failure } = useCommand(() => send({ shiftBody: { shift_id: id } }).unwrap(), {
    onDone: () => {
      showToast({ title: said });
      onClose();
      onDone();
    },
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="stack">
        {children}
        {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
        <div className="row">
          <Button variant="outline" onClick={onClose}>
            {cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
            {leave}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
