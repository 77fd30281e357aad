import { useTranslation } from 'react-i18next';
import { type SessionView, useEndOtherSessionsMutation, useEndSessionMutation } from '@/api/generated/auth';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Glyph } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { Failure } from './Failure';
import { devices } from './glyphs';
import { Security } from './Security';
import { useDeviceName } from './useDeviceName';

interface Props {
  sessions: readonly SessionView[];
  /** Some ended, or had ended already. */
  onDone: () => void;
}

function List({ sessions, onDone }: Props) {
  const { t } = useTranslation('auth');
  const nameOf = useDeviceName();
  const [endOne] = useEndSessionMutation();
  const [endOthers] = useEndOtherSessionsMutation();
  const one = useCommand((id: string) => endOne({ endSessionBody: { session_id: id } }).unwrap(), {
    onDone,
    // Ended by itself or elsewhere: the list was old.
    onRefused: ({ code }) => {
      if (code !== 'session_not_found') return undefined;
      onDone();
      return 'handled';
    },
  });
  const others = useCommand(() => endOthers().unwrap(), { onDone });
  const failure = one.failure ?? others.failure;
  return (
    <div className="stack">
      <Rows>
        {sessions.map(({ id, current, device, used_at }) => (
          <li key={id}>
            <Glyph path={devices[device.kind]} />
            <div>
              <b>{nameOf(device)}</b>
              <p className="sm mut">
                {device.address && `${device.address} · `}
                {current ? t('settings.thisOne') : <RelativeTime at={used_at} />}
              </p>
            </div>
            {!current && (
              <Button
                variant="outline"
                size="small"
                busy={one.busy}
                label={t('settings.endNamed', { device: nameOf(device) })}
                onClick={() => void one.run(id)}
              >
                {t('settings.end')}
              </Button>
            )}
          </li>
        ))}
      </Rows>
      {failure && <Failure failure={failure} />}
      {sessions.length > 1 && (
        <Button variant="outline" busy={others.busy} onClick={() => void others.run(undefined)}>
          {t('settings.endOthers')}
        </Button>
      )}
    </div>
  );
}

/** Where the member is signed in; each session but this one can be ended. */
export function SessionList() {
  return <Security>{({ sessions }, again) => <List sessions={sessions} onDone={again} />}</Security>;
}
