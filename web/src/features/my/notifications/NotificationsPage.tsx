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
import type { Shown } from './read';
import { useMarkRead } from './useMarkRead';

/** How many there are on the first page, and how many more one asks for at a time: what is pushed. */
const step = 20;

function List({ first, mark }: { first: NotificationList; mark: (shown: Shown) => void }) {
  const { t } = useTranslation('notifications');
  const [load] = useLazyMyNotificationsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor }).unwrap(), step);
  // Of those that were asked for one is not pushed that they are read.
  const items = first.unread > 0 ? list.items : list.items.map((item) => ({ ...item, new: false }));
  return (
    <>
      <NotificationDays items={items} heading="h2" onOpen={(item) => mark([item])} />
      <ListTail list={list} more={t('more')} />
    </>
  );
}

/** Everything the member is told, the newest first, live. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('title'));
  const query = useMyNotificationsQuery({});
  const { mark, markAll, failure } = useMarkRead(query.data);
  return (
    <div className="wrap page notifications">
      <h1>{t('title')}</h1>
      <div className="notifications-do">
        <LinkButton variant="outline" size="small" to="/my/settings#notifications">
          {t('settings')}
        </LinkButton>
        {query.data && query.data.unread > 0 && (
          <Button variant="outline" size="small" onClick={markAll}>
            <Icon name="check" />
            {t('markAll')}
          </Button>
        )}
      </div>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <Loaded query={query} skeleton={<Bones />} failed={t('failed')} empty={<Nothing heading="h2" />}>
        {(first) => <List first={first} mark={mark} />}
      </Loaded>
    </div>
  );
}
