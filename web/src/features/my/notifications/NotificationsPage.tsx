import { useTranslation } from 'react-i18next';
import { type NotificationList, useLazyMyNotificationsQuery, useMyNotificationsQuery } from '@/api/generated/notifications';
import { FailureNotice } from '@/parts/FailureNotice';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { Button, LinkButton } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { usePageTitle } from '@/ui/usePageTitle';
import { NotificationDays } from './NotificationDays';
import { Bones, Nothing } from './Parts';
import { useMarkRead } from './useMarkRead';

/** How many there are on the first page, and how many more one asks for at a time: what is pushed. */
const step = 20;

function List({ first }: { first: NotificationList }) {
  const { t } = useTranslation('notifications');
  const [load] = useLazyMyNotificationsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor }).unwrap(), step);
  return (
    <>
      <NotificationDays items={list.items} readUpTo={first.read_up_to} heading="h2" />
      <ListTail list={list} more={t('more')} />
    </>
  );
}

/** Everything the member is told, the newest first, live. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('title'));
  const query = useMyNotificationsQuery({});
  const { mark, failure } = useMarkRead(query.data);
  return (
    <div className="wrap page notifications">
      <h1>{t('title')}</h1>
      <div className="notifications-do">
        <LinkButton variant="outline" size="small" to="/my/settings#notifications">
          {t('settings')}
        </LinkButton>
        {query.data && query.data.unread > 0 && (
          <Button variant="outline" size="small" onClick={mark}>
            <Icon name="check" />
            {t('markAll')}
          </Button>
        )}
      </div>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <Loaded query={query} skeleton={<Bones />} failed={t('failed')} empty={<Nothing heading="h2" />}>
        {(first) => <List first={first} />}
      </Loaded>
    </div>
  );
}
