import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

interface Props {
  /** Asked at the moment of leaving. */
  isUnsaved: () => boolean;
  /** What was written changes a campaign that there is. */
  edits?: boolean;
  /** Saves it; tells whether that went well. */
  onSave?: () => Promise<boolean>;
}

/** Asks before somebody goes away from what they wrote. */
export function LeaveGuard({ isUnsaved, edits = false, onSave }: Props) {
  const { t } = useTranslation('wizard');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const saveAndGo = async () => {
    const saved = await onSave?.();
    if (blocker.state !== 'blocked') return;
    if (saved) blocker.proceed();
    else blocker.reset();
  };
  const stay = () => blocker.state === 'blocked' && blocker.reset();
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} title={t(edits ? 'edit.leaveTitle' : 'leave.title')}>
      <p>{t(edits ? 'edit.leaveText' : 'leave.text')}</p>
      <div className="wizard-leave">
        <Button variant="quiet" onClick={() => blocker.state === 'blocked' && blocker.proceed()}>
          {t('leave.go')}
        </Button>
        <Button variant={onSave ? 'outline' : 'primary'} onClick={stay}>
          {t('leave.stay')}
        </Button>
        {onSave && <Button onClick={saveAndGo}>{t('leave.save')}</Button>}
      </div>
    </Dialog>
  );
}
