import './notifications.css';
import { useTranslation } from 'react-i18next';
import {
  type ChooseNotificationsBody,
  type NotificationChoice,
  useMyNotificationChoicesQuery,
} from '@/api/generated/notifications';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { Switch } from '@/ui/Switch';
import { useChooseNotificationsMutation } from './choose';
import { Bones } from './Parts';

function Choices({ kinds }: { kinds: readonly NotificationChoice[] }) {
  const { t } = useTranslation('notifications');
  const [send] = useChooseNotificationsMutation();
  const { run, failure } = useCommand((chooseNotificationsBody: ChooseNotificationsBody) =>
    send({ chooseNotificationsBody }).unwrap(),
  );
  const choose = (kind: NotificationChoice['kind'], channel: 'app' | 'mail', on: boolean) => void run({ kind, channel, on });
  return (
    <div className="stack">
      <fieldset className="notifications-choices">
        <legend className="settings-label">{t('choices.legend')}</legend>
        {kinds.map(({ kind, app }) => (
          <Switch key={kind} on={app} onPress={() => choose(kind, 'app', !app)}>
            {t(`choices.kinds.${kind}`)}
          </Switch>
        ))}
      </fieldset>
      <fieldset className="notifications-choices">
        <legend className="settings-label">{t('choices.mailLegend')}</legend>
        {kinds.map(({ kind, mail, mailed }) =>
          // The one kind that nobody can switch off.
          kind === 'security' ? (
            <p key={kind} className="notifications-always">
              {t('choices.byMail.security')}
              <span className="mut">{t('choices.always')}</span>
            </p>
          ) : !mailed ||
            kind === 'campaign_news' ||
            kind === 'thread_news' ||
            kind === 'report_settled' ||
            kind === 'words_removed' ? null : (
            <Switch key={kind} on={mail} onPress={() => choose(kind, 'mail', !mail)}>
              {t(`choices.byMail.${kind}`)}
            </Switch>
          ),
        )}
      </fieldset>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </div>
  );
}

/** Which kinds of news a member is told, in Callup and by mail. */
export function NotificationSettings() {
  const { t } = useTranslation('notifications');
  const query = useMyNotificationChoicesQuery();
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('choices.failed')}>
      {({ kinds }) => <Choices kinds={kinds} />}
    </Loaded>
  );
}
