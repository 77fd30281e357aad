import './notifications.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { type Notification, type NotificationList, useMyNotificationsQuery } from '@/api/generated/notifications';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { MemberIcon } from '@/ui/MemberIcon';
import { NotificationDays } from './NotificationDays';
import { Bones, Nothing } from './Parts';
import { useMarkRead } from './useMarkRead';

/** More than this many new ones are not counted one by one. */
const countable = 99;

/** The newest, where one looks quickly. */
const glance = 8;

interface PanelProps {
  list: NotificationList;
  onOpen: (item: Notification) => void;
  onAll: () => void;
}

function Panel({ list, onOpen, onAll }: PanelProps) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <NotificationDays items={list.items.slice(0, glance)} heading="h3" onOpen={onOpen} />
      <div className="notifications-all">
        <LinkButton variant="quiet" to="/my/notifications" block onClick={onAll}>
          {t('all')}
        </LinkButton>
      </div>
    </>
  );
}

/** How much is new, live, and what: what was shown is read once it is closed, and what is opened by itself. */
export function Bell() {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const { key } = useLocation();
  const query = useMyNotificationsQuery({});
  const { mark, markAll } = useMarkRead(query.data);
  // It belongs to the place it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const unread = query.data?.unread ?? 0;
  const label = unread > countable ? t('openMany') : unread > 0 ? t('open', { count: unread }) : t('openNone');
  const close = () => {
    mark((query.data?.items ?? []).slice(0, glance));
    setOpenedAt(undefined);
  };
  const open = (item: Notification) => {
    mark([item]);
    setOpenedAt(undefined);
  };
  return (
    <>
      <Button
        variant="quiet"
        iconOnly
        label={label}
        aria-haspopup="dialog"
        onClick={() => setOpenedAt(key)}
      >
        <span className="notifications-bell">
          <MemberIcon name="bell" size={22} />
          {unread > 0 && (
            <span className="notifications-count" aria-hidden="true">
              {unread > countable ? t('many') : format.count(unread)}
            </span>
          )}
        </span>
      </Button>
      <Dialog
        kind="notifications-panel"
        open={openedAt === key}
        onClose={close}
        title={t('title')}
        head={
          <div className="notifications-head">
            <b aria-hidden="true">{t('title')}</b>
            {unread > 0 && (
              <Button variant="quiet" iconOnly label={t('markAll')} onClick={markAll}>
                <Icon name="check" />
              </Button>
            )}
            <LinkButton variant="quiet" iconOnly to="/my/settings#notifications" onClick={close}>
              <MemberIcon name="gear" />
              <span className="sr">{t('settings')}</span>
            </LinkButton>
          </div>
        }
      >
        <Loaded query={query} skeleton={<Bones />} failed={t('failed')} empty={<Nothing />}>
          {(list) => <Panel list={list} onOpen={open} onAll={close} />}
        </Loaded>
      </Dialog>
    </>
  );
}
