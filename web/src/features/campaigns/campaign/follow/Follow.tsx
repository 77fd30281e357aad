import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFollowCampaignMutation, useMyFollowedQuery, useUnfollowCampaignMutation } from '@/api/generated/follows';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { showToast } from '@/ui/toast';

/** Follows a campaign of somebody else's, or does no more. */
export function Follow({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('follow');
  const { data } = useMyFollowedQuery({ campaign: page.id, limit: 1 });
  const [follow] = useFollowCampaignMutation();
  const [unfollow] = useUnfollowCampaignMutation();
  const isFollowed = (data?.total ?? 0) > 0;
  const { run, busy } = useCommand(
    () => (isFollowed ? unfollow : follow)({ followBody: { campaign_id: page.id } }).unwrap(),
    {
      onDone: () => showToast({ title: t(isFollowed ? 'unfollowed' : 'followed'), ...(!isFollowed && { text: t('hear') }) }),
      onRefused: () => {
        showToast({ title: t(isFollowed ? 'unfollowFailed' : 'followFailed'), tone: 'error' });
        return 'handled';
      },
    },
  );
  if (!data) return null;
  return (
    <Button
      variant="outline"
      size="small"
      busy={busy}
      aria-pressed={isFollowed}
      onClick={() => void run(undefined)}
    >
      <Icon name={isFollowed ? 'check' : 'plus'} size={18} />
      {t(isFollowed ? 'following' : 'follow')}
    </Button>
  );
}
