import type { NotificationList } from '@/api/generated/notifications';
import { type Failure, useCommand } from '@/parts/useCommand';
import { useReadNotificationsMutation } from './read';

/** Marks everything that is shown as read; does nothing where nothing is new. */
export function useMarkRead(list: NotificationList | undefined): { mark: () => void; failure: Failure | undefined } {
  const [send] = useReadNotificationsMutation();
  const { run, failure } = useCommand((upTo: string) => send({ readNotificationsBody: { up_to: upTo } }).unwrap());
  const newest = list?.items[0]?.at;
  return {
    mark: () => {
      if (newest && list.unread > 0) void run(newest);
    },
    failure,
  };
}
