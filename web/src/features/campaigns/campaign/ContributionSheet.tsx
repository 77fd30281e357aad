import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/Dialog';
import { ContributionPanel } from './ContributionPanel';
import { SheetProgress } from './Progress';

interface Props extends Omit<ComponentProps<typeof ContributionPanel>, 'head'> {
  open: boolean;
  onClose: () => void;
}

/** The contribution card on a phone, from the lower edge. */
export function ContributionSheet({ open, onClose, page, gift, onKind }: Props) {
  const { t } = useTranslation('campaign');
  return (
    <div className="campaign-contribution-sheet">
      <Dialog kind="sheet" open={open} onClose={onClose} title={t('contribute')} head={<SheetProgress page={page} />}>
        <ContributionPanel page={page} gift={gift} onKind={onKind} />
      </Dialog>
    </div>
  );
}
