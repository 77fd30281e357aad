import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { Dialog } from '@/ui/Dialog';
import { ContributionPanel } from './ContributionPanel';
import { SheetProgress } from './Progress';
import type { GiftFormState } from './useGiftForm';

interface Props {
  open: boolean;
  onClose: () => void;
  page: CampaignDetail;
  gift: GiftFormState;
}

/** The contribution card on a phone, from the lower edge. */
export function ContributionSheet({ open, onClose, page, gift }: Props) {
  const { t } = useTranslation('campaign');
  return (
    <div className="campaign-contribution-sheet">
      <Dialog kind="sheet" open={open} onClose={onClose} title={t('contribute')} head={<SheetProgress page={page} />}>
        <ContributionPanel page={page} gift={gift} />
      </Dialog>
    </div>
  );
}
