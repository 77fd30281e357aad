import { type ChooseNotificationsApiArg, notificationsApi, type NotificationChoices } from '@/api/generated/notifications';
import { showAtOnce } from '@/api/optimistic';

// A switch moves with the press; a refusal moves it back.
showAtOnce(notificationsApi, 'chooseNotifications', ({ chooseNotificationsBody: chosen }: ChooseNotificationsApiArg) => [
  {
    endpoint: 'myNotificationChoices',
    args: undefined,
    recipe: ({ kinds }: NotificationChoices) => {
      const choice = kinds.find(({ kind }) => kind === chosen.kind);
      if (choice) choice[chosen.channel] = chosen.on;
    },
  },
]);

export { useChooseNotificationsMutation } from '@/api/generated/notifications';
