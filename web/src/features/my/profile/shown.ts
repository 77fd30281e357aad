import {
  type ChangeAvatarApiArg,
  type ChooseVisibilityApiArg,
  type Me,
  membersApi,
  type ReviseProfileApiArg,
} from '@/api/generated/members';
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
      me.skills = given.skills ?? [];
    },
  },
]);

// So is a picture, which lies where the upload is named.
showAtOnce(membersApi, 'changeAvatar', ({ changeAvatarBody: { upload } }: ChangeAvatarApiArg) => [
  { endpoint: 'me', args: undefined, recipe: (me: Me) => void (me.avatar = upload ? `/media/avatar/${upload}` : '') },
]);

// A switch of what others see stands as it was pressed.
showAtOnce(membersApi, 'chooseVisibility', ({ chooseVisibilityBody: { part, shown } }: ChooseVisibilityApiArg) => [
  {
    endpoint: 'me',
    args: undefined,
    recipe: (me: Me) => {
      me.shows = me.shows.filter((one) => one !== part);
      if (shown) me.shows.push(part);
    },
  },
]);

export { useChangeAvatarMutation, useChooseVisibilityMutation, useReviseProfileMutation } from '@/api/generated/members';
