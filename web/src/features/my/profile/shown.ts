import { type Me, membersApi, type ReviseProfileApiArg } from '@/api/generated/members';
import { showAtOnce } from '@/api/optimistic';

// A profile is shown as it was given before the server has said so; a refusal takes it back.
showAtOnce(membersApi, 'reviseProfile', ({ reviseProfileBody: given }: ReviseProfileApiArg) => [
  {
    endpoint: 'me',
    args: undefined,
    recipe: (me: Me) => {
      me.name = given.display_name ?? '';
      me.bio = given.bio ?? '';
      me.location = given.location ?? '';
    },
  },
]);

export { useReviseProfileMutation } from '@/api/generated/members';
