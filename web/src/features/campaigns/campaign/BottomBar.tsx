import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { Button } from '@/ui/Button';
import { ShareCampaign } from '../ShareCampaign';

interface Props {
  page: CampaignDetail;
  /** Absent where nothing can be given now. */
  onContribute?: () => void;
}

/** At hand at the lower edge of a phone while the page is read. */
export function BottomBar({ page, onContribute }: Props) {
  const { t } = useTranslation('campaign');
  return (
    <div className="campaign-bottom-bar">
      {onContribute ? (
        <>
          <Button block aria-haspopup="dialog" onClick={onContribute}>
            {t('contribute')}
          </Button>
          <ShareCampaign campaign={page} iconOnly />
        </>
      ) : (
        <ShareCampaign campaign={page} block />
      )}
    </div>
  );
}
