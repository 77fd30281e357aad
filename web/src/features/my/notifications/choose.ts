import { type ChooseNotificationsApiArg, notificationsApi, type NotificationChoices } from '@/api/generated/notifications';
import { showAtOnce } from '@/api/optimistic';

// A choice shows with the press; a refusal takes it back.
showAtOnce(notificationsApi, 'chooseNotifications', ({ chooseNotificationsBody: chosen }: ChooseNotificationsApiArg) => [
  {
    endpoint: 'myNotificationChoices',
    args: undefined,
    recipe: ({ kinds }: NotificationChoices) => {
      const choice = kinds.find(({ kind }) => kind === chosen.kind);
      if (!choice) return;
      if (chosen.channel === 'app') choice.app = chosen.on;
      else if (!chosen.on) choice.mail = 'never';
      else choice.mail = chosen.daily ? 'daily' : 'at_once';
    },
  },
]);

export { useChooseNotificationsMutation } from '@/api/generated/notifications';
