import { useTranslation } from 'react-i18next';
import { type Page, useFollowPageMutation, useUnfollowPageMutation } from '@/api/generated/pages';
import { useCommand } from '@/parts/useCommand';
import { useRefusedToast } from '@/parts/useRefusedToast';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { showToast } from '@/ui/toast';

/** Follows a page, or does no more; nothing on a page of one's own. */
export function FollowButton({ page, size }: { page: Page; size?: 'small' }) {
  const { t } = useTranslation('pages');
  const [follow] = useFollowPageMutation();
  const [unfollow] = useUnfollowPageMutation();
  const refused = useRefusedToast();
  const { id, following, own, name } = page;
  const { run, busy } = useCommand(
    () => (following ? unfollow : follow)({ pageBody: { page_id: id } }).unwrap(),
    {
      onDone: () => showToast({ title: t(following ? 'unfollowed' : 'followed') }),
      onRefused: (problem) =>
        refused(problem, t(following ? 'unfollowFailed' : 'followFailed'), {
          title: t('followSignedOut'),
          text: t('followSignedOutAdvice'),
        }),
    },
  );
  if (own) return null;
  return (
    <Button
      variant={following || size ? 'outline' : 'primary'}
      {...(size && { size })}
      busy={busy}
      aria-pressed={following}
      aria-label={`${t(following ? 'following' : 'follow')}, ${name}`}
      onClick={() => void run(undefined)}
    >
      {following ? <Icon name="check" size={18} /> : !size && <Icon name="plus" size={18} />}
      {t(following ? 'following' : 'follow')}
    </Button>
  );
}
