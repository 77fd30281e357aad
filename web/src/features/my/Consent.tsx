import { useMeQuery } from '@/api/generated/members';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Switch } from '@/ui/Switch';
import { useChooseTrackingMutation } from './tracking';

/** Whether what the member presses may be counted: off until they agree to what the label says. */
export function Consent({ label }: { label: string }) {
  const { data: me } = useMeQuery();
  const [send] = useChooseTrackingMutation();
  const { run, failure } = useCommand((allowed: boolean) => send({ chooseTrackingBody: { allowed } }).unwrap());
  if (!me) return null;
  return (
    <>
      <Switch on={me.tracking} onPress={() => void run(!me.tracking)}>
        {label}
      </Switch>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </>
  );
}
