import { notificationsApi, type NotificationList, type ReadNotificationsApiArg } from '@/api/generated/notifications';
import { showAtOnce } from '@/api/optimistic';

// What is read is read with the press; a refusal takes it back.
showAtOnce(notificationsApi, 'readNotifications', ({ readNotificationsBody: { up_to: upTo } }: ReadNotificationsApiArg) => [
  {
    endpoint: 'myNotifications',
    args: {},
    recipe: (list: NotificationList) => {
      list.read_up_to = upTo;
      list.unread = 0;
    },
  },
]);

export { useReadNotificationsMutation } from '@/api/generated/notifications';
