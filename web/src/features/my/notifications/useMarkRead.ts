import type { NotificationList } from '@/api/generated/notifications';
import { type Failure, useCommand } from '@/parts/useCommand';
import { type Shown, useReadNotificationsMutation } from './read';

interface Marking {
  /** Marks as read what was shown of them, and nothing that was not. */
  mark: (shown: Shown) => void;
  /** Marks everything as read. */
  markAll: () => void;
  failure: Failure | undefined;
}

/** Marks as read what the member is told; does nothing where nothing of it is new. */
export function useMarkRead(list: NotificationList | undefined): Marking {
  const [send] = useReadNotificationsMutation();
  const { run, failure } = useCommand((body: { from?: string; up_to: string }) => send({ readNotificationsBody: body }).unwrap());
  const newest = list?.items[0]?.at;
  return {
    mark: (shown) => {
      const upTo = shown[0]?.at;
      const from = shown.at(-1)?.at;
      const fresh = shown.filter((one) => one.new).length;
      if (!list || !upTo || !from || fresh === 0) return;
      // Where nothing else is unread, there is no more to tell apart.
      void run(fresh < list.unread ? { from, up_to: upTo } : { up_to: upTo });
    },
    markAll: () => {
      if (newest && list.unread > 0) void run({ up_to: newest });
    },
    failure,
  };
}
