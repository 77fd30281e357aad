import './notifications.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChooseNotificationsBody,
  type NotificationChoice,
  useMyNotificationChoicesQuery,
} from '@/api/generated/notifications';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { useChooseNotificationsMutation } from './choose';
import { Bones } from './Parts';
import type texts from './texts.en.json';

type Mailing = NotificationChoice['mail'];

/** The kinds of which mails tell have a text for that choice. */
type Mailed = NotificationChoice['kind'] & keyof (typeof texts)['choices']['byMail'];
const isMailed = (choice: NotificationChoice): choice is NotificationChoice & { kind: Mailed } => (choice.mails ?? []).length > 0;

interface MailChoiceProps {
  label: string;
  value: Mailing;
  /** Where there is but one, nobody can choose. */
  offered: readonly Mailing[];
  onChoose: (mailing: Mailing) => void;
}

function MailChoice({ label, value, offered, onChoose }: MailChoiceProps) {
  const { t } = useTranslation('notifications');
  const id = useId();
  if (offered.length < 2) {
    return (
      <p className="notifications-mail">
        {label}
        <span className="mut">{t('choices.always')}</span>
      </p>
    );
  }
  return (
    <p className="notifications-mail">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={({ target }) => onChoose(target.value as Mailing)}>
        {offered.map((mailing) => (
          <option key={mailing} value={mailing}>
            {t(`choices.mailing.${mailing}`)}
          </option>
        ))}
      </Select>
    </p>
  );
}

function Choices({ kinds }: { kinds: readonly NotificationChoice[] }) {
  const { t } = useTranslation('notifications');
  const hint = useId();
  const [send] = useChooseNotificationsMutation();
  const { run, failure } = useCommand((chooseNotificationsBody: ChooseNotificationsBody) =>
    send({ chooseNotificationsBody }).unwrap(),
  );
  const mail = (kind: NotificationChoice['kind'], mailing: Mailing) =>
    void run({
      kind,
      channel: 'mail',
      on: mailing !== 'never',
      // The daily mail comes in the morning here.
      ...(mailing === 'daily' && { daily: true, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }),
    });
  return (
    <div className="stack">
      <fieldset className="notifications-choices">
        <legend className="settings-label">{t('choices.legend')}</legend>
        {kinds.map(({ kind, app }) => (
          <Switch key={kind} on={app} onPress={() => void run({ kind, channel: 'app', on: !app })}>
            {t(`choices.kinds.${kind}`)}
          </Switch>
        ))}
      </fieldset>
      <fieldset className="notifications-choices" aria-describedby={hint}>
        <legend className="settings-label">{t('choices.mailLegend')}</legend>
        <p id={hint} className="sm mut">
          {t('choices.dailyHint')}
        </p>
        {kinds.filter(isMailed).map((choice) => (
          <MailChoice
            key={choice.kind}
            label={t(`choices.byMail.${choice.kind}`)}
            value={choice.mail}
            offered={choice.mails ?? []}
            onChoose={(mailing) => mail(choice.kind, mailing)}
          />
        ))}
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
