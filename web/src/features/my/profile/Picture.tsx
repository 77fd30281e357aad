import { useTranslation } from 'react-i18next';
import type { Me } from '@/api/generated/members';
import { SquarePicture } from '@/parts/SquarePicture';
import { useChangeAvatarMutation } from './shown';

/** The member's picture. It is saved at once, apart from the words of the profile. */
export function Picture({ me }: { me: Me }) {
  const { t } = useTranslation('profile');
  const [change] = useChangeAvatarMutation();
  return (
    <SquarePicture
      kind="avatar"
      round
      picture={me.avatar}
      say={(word) => t(`picture.${word}`)}
      cancel={t('cancel')}
      show={(upload) => change({ changeAvatarBody: upload ? { upload } : {} }).unwrap()}
    />
  );
}
