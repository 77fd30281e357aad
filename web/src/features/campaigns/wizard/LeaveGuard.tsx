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
}

/** Asks before somebody goes away from what they wrote. */
export function LeaveGuard({ isUnsaved, edits = false }: Props) {
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
  const stay = () => blocker.state === 'blocked' && blocker.reset();
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} title={t(edits ? 'edit.leaveTitle' : 'leave.title')}>
      <p>{t(edits ? 'edit.leaveText' : 'leave.text')}</p>
      <div className="wizard-leave">
        <Button onClick={stay}>{t('leave.stay')}</Button>
        <Button variant="outline" onClick={() => blocker.state === 'blocked' && blocker.proceed()}>
          {t('leave.go')}
        </Button>
      </div>
    </Dialog>
  );
}
