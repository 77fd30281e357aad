import { type ChooseTrackingApiArg, type Me, membersApi } from '@/api/generated/members';
import { showAtOnce } from '@/api/optimistic';

// The switch moves with the press; a refusal moves it back.
showAtOnce(membersApi, 'chooseTracking', ({ chooseTrackingBody: { allowed } }: ChooseTrackingApiArg) => [
  {
    endpoint: 'me',
    args: undefined,
    recipe: (me: Me) => {
      me.tracking = allowed;
    },
  },
]);

export { useChooseTrackingMutation } from '@/api/generated/members';
