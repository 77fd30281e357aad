import './notifications.css';
import { useTranslation } from 'react-i18next';
import { type NotificationChoice, useMyNotificationChoicesQuery } from '@/api/generated/notifications';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { useChooseNotificationsMutation } from './choose';
import { Bones } from './Parts';

function Choices({ kinds }: { kinds: readonly NotificationChoice[] }) {
  const { t } = useTranslation('notifications');
  const [send] = useChooseNotificationsMutation();
  const { run, failure } = useCommand(({ kind, app }: NotificationChoice) =>
    send({ chooseNotificationsBody: { kind, channel: 'app', on: !app } }).unwrap(),
  );
  return (
    <fieldset className="notifications-choices">
      <legend className="settings-label">{t('choices.legend')}</legend>
      {kinds.map((choice) => (
        <label key={choice.kind}>
          <span>{t(`choices.kinds.${choice.kind}`)}</span>
          <input type="checkbox" role="switch" aria-checked={choice.app} checked={choice.app} onChange={() => void run(choice)} />
        </label>
      ))}
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </fieldset>
  );
}

/** Which kinds of news a member is told. */
export function NotificationSettings() {
  const { t } = useTranslation('notifications');
  const query = useMyNotificationChoicesQuery();
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('choices.failed')}>
      {({ kinds }) => <Choices kinds={kinds} />}
    </Loaded>
  );
}
