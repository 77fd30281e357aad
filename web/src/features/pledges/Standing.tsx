import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useWithdrawCampaignMutation } from '@/api/generated/moderation';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';

const stopped = ['in_review', 'changes_requested', 'rejected', 'withdrawn', 'suspended'] as const;

function Withdraw({ campaign, onChanged }: { campaign: CampaignDetail; onChanged: () => void }) {
  const { t } = useTranslation('pledges');
  const [isAsked, setAsked] = useState(false);
  const [withdraw] = useWithdrawCampaignMutation();
  const { run, busy, failure } = useCommand(() => withdraw({ campaignBody: { campaign_id: campaign.id } }).unwrap(), {
    onDone: () => {
      setAsked(false);
      showToast({ title: t('standing.withdrawn_done') });
      onChanged();
    },
  });
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('standing.withdraw')}
      </Button>
      {isAsked && (
        <Dialog open onClose={() => setAsked(false)} title={t('standing.withdrawTitle')}>
          <p>{t('standing.withdrawText')}</p>
          {failure && (
            <FailureNotice title={failure.title}>
              <p>{failure.advice}</p>
            </FailureNotice>
          )}
          <div className="row">
            <Button variant="outline" onClick={() => setAsked(false)}>
              {t('standing.keep')}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => run(undefined)}>
              {t('standing.withdraw')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Why a campaign is not public, what a moderator said, and what its organizer can do; nothing for one that is. */
export function Standing({ campaign, onChanged }: { campaign: CampaignDetail; onChanged: () => void }) {
  const { t } = useTranslation('pledges');
  const status = stopped.find((one) => one === campaign.status);
  if (!status) return null;
  const waits = status === 'in_review' || status === 'changes_requested';
  return (
    <Notice icon={status === 'in_review' ? 'time' : 'warning'}>
      <p>
        <b>{t(`standing.${status}`)}</b>
      </p>
      <p>{t(`standing.${status}Text`)}</p>
      {campaign.stop_reason && (
        <>
          <p className="sm mut">{t(status === 'in_review' ? 'standing.asked' : 'standing.why')}</p>
          <blockquote className="pledges-said">{campaign.stop_reason}</blockquote>
        </>
      )}
      <div className="row pledges-standing">
        {status === 'suspended' && (
          <LinkButton size="small" variant="outline" to="/contact">
            {t('standing.support')}
          </LinkButton>
        )}
        {waits && campaign.owned && (
          <>
            <LinkButton
              size="small"
              variant={status === 'in_review' ? 'outline' : 'primary'}
              to={`/my/campaigns/${campaign.id}/edit`}
            >
              {t(status === 'in_review' ? 'standing.edit' : 'standing.change')}
            </LinkButton>
            <Withdraw campaign={campaign} onChanged={onChanged} />
          </>
        )}
      </div>
    </Notice>
  );
}
