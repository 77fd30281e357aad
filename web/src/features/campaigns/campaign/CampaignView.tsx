import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { useCategoryName } from '@/ui/category';
import { Chip } from '@/ui/Chip';
import { Cover } from '@/ui/Cover';
import { Icon } from '@/ui/Icon';
import type { Strand } from '@/ui/StrandBar';
import { Unbroken } from '@/ui/Unbroken';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { BottomBar } from './BottomBar';
import { Announcer } from './Announcer';
import { CampaignTabs } from './CampaignTabs';
import { ContributionCard } from './ContributionCard';
import { ContributionPanel } from './ContributionPanel';
import { ContributionSheet } from './ContributionSheet';
import { isOpen } from './gift';
import { Progress } from './Progress';
import { useGiftForm } from './useGiftForm';
import { useWide } from './useWide';
import { Later, Whose } from './Whose';

function useBeneficiary(page: CampaignDetail): ReactNode {
  const { t } = useTranslation('campaign');
  if (page.beneficiary_name) {
    const name = <span lang={page.lang}>{page.beneficiary_name}</span>;
    return <Trans ns="campaign" i18nKey="for.named" components={{ name }} />;
  }
  const known = ['family', 'friend', 'colleague', 'community'] as const;
  const relationship = known.find((one) => one === page.beneficiary_relationship);
  return relationship ? t(`for.${relationship}`) : '';
}

function Heading({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const categoryName = useCategoryName();
  const titleOf = useCampaignTitle();
  const since = <time dateTime={page.launched_at}>{t('since', { date: format.dayIn(page.launched_at, page.time_zone) })}</time>;
  const beneficiary = useBeneficiary(page);
  return (
    <header className="campaign-head">
      <div className="campaign-marks">
        <Chip>{categoryName(page.category)}</Chip>
        {page.urgent && <Chip urgent>{common('urgent')}</Chip>}
        {page.location && (
          <span className="sm mut campaign-place">
            <Icon name="pin" size={18} />
            <span lang={page.lang}>{page.location}</span>
          </span>
        )}
      </div>
      <h1 lang={page.title ? page.lang : undefined}>
        <Unbroken text={titleOf(page.title)} />
      </h1>
      {page.urgent_reason && (
        <p className="campaign-urgent" lang={page.lang}>
          {page.urgent_reason}
        </p>
      )}
      <div className="row">
        <Whose page={page} size={40}>
          <p className="sm mut campaign-since">
            <span>
              {beneficiary && <span>{beneficiary}</span>} {since}
            </span>
          </p>
        </Whose>
      </div>
    </header>
  );
}

/** A campaign: what it is about on the left, how to help on the right; on a phone one below the other. */
export function CampaignView({ page, onStale }: { page: CampaignDetail; onStale: () => void }) {
  const wide = useWide();
  const [params] = useSearchParams();
  const [sheet, setSheet] = useState(params.has('give'));
  const gift = useGiftForm({ campaign: page, onLeave: () => setSheet(false), onClosed: onStale });
  const [resumed, setResumed] = useState(false);
  if (gift.cameBack && !resumed) {
    setResumed(true);
    setSheet(true);
  }
  const open = isOpen(page);
  const [kind, setKind] = useState<Strand>();
  return (
    <div className="wrap campaign">
      {(page.can_edit || page.staff) && (
        <Later page={page} of="owner" onStale={onStale} />
      )}
      <div className="campaign-columns">
        <div className="campaign-main">
          <div className="campaign-cover">
            <Cover {...page} alt={page.photo_alt ?? ''} />
          </div>
          <Heading page={page} />
          {!wide && (
            <>
              <Progress page={page} />
              {!open && <ContributionPanel page={page} gift={gift} />}
            </>
          )}
          <CampaignTabs page={page} kind={kind} />
        </div>
        {wide && <ContributionCard page={page} gift={gift} onKind={setKind} />}
      </div>
      {!wide && (
        <>
          <BottomBar page={page} {...(open && { onContribute: () => setSheet(true) })} />
          <ContributionSheet
            open={sheet && open}
            onClose={() => setSheet(false)}
            page={page}
            gift={gift}
            onKind={setKind}
          />
        </>
      )}
      <Announcer page={page} />
    </div>
  );
}
