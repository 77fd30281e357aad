import {
  type Notification,
  type NotificationList,
  notificationsApi,
  type ReadNotificationsApiArg,
} from '@/api/generated/notifications';
import { showAtOnce } from '@/api/optimistic';

/** What was shown of what one is told, the newest first. */
export type Shown = readonly Pick<Notification, 'at' | 'new'>[];

/** What is read with the press, which a refusal takes back. */
export function readIn(list: NotificationList, { from, up_to: upTo }: { from?: string; up_to: string }): void {
  const [first, last] = [from ? Date.parse(from) : -Infinity, Date.parse(upTo)];
  const read = list.items.filter((one) => one.new && Date.parse(one.at) >= first && Date.parse(one.at) <= last);
  for (const one of read) one.new = false;
  list.unread = from ? list.unread - read.length : 0;
}

showAtOnce(notificationsApi, 'readNotifications', ({ readNotificationsBody: body }: ReadNotificationsApiArg) => [
  { endpoint: 'myNotifications', args: {}, recipe: (list: NotificationList) => readIn(list, body) },
]);

export { useReadNotificationsMutation } from '@/api/generated/notifications';
