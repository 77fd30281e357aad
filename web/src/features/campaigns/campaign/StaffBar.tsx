import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import {
  useFeatureCampaignMutation,
  useRefuseMoneyMutation,
  useReinstateCampaignMutation,
  useRemoveUrgencyMutation,
  useSuspendCampaignMutation,
} from '@/api/generated/moderation';
import { useMeQuery } from '@/api/generated/members';
import { useSettingsQuery } from '@/api/generated/platform';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { holds } from '@/parts/roles';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { showToast } from '@/ui/toast';

type Done = 'moneyRefused' | 'suspended' | 'reinstated' | 'featured' | 'unfeatured' | 'calmed';

interface Props {
  page: CampaignDetail;
  onStale: () => void;
}

/** What moderators can do with a campaign; others of the staff read where it stands. */
function Moderating({ page, onStale, decidesMoney }: Props & { decidesMoney: boolean }) {
  const { t } = useTranslation('campaigns');
  const [asked, setAsked] = useState<'suspend' | 'calm' | 'money'>();
  const [suspend] = useSuspendCampaignMutation();
  const [reinstate] = useReinstateCampaignMutation();
  const [calm] = useRemoveUrgencyMutation();
  const [feature] = useFeatureCampaignMutation();
  const [refuseMoney] = useRefuseMoneyMutation();
  const { id, status, featured } = page;
  const done = (what: Done) => {
    setAsked(undefined);
    showToast({ title: t(`staff.${what}`) });
    onStale();
  };
  const back = useCommand(() => reinstate({ campaignBody: { campaign_id: id } }).unwrap(), {
    onDone: () => done('reinstated'),
  });
  const mark = useCommand(() => feature({ featuring: { campaign_id: id, on: !featured } }).unwrap(), {
    onDone: () => done(featured ? 'unfeatured' : 'featured'),
  });
  const failure = back.failure ?? mark.failure;
  const isPublic = status === 'active' || status === 'paused' || status === 'completed';
  return (
    <>
      <div className="campaigns-actions">
        {(status === 'in_review' || status === 'changes_requested' || status === 'rejected') && (
          <LinkButton size="small" to={`/admin/review?tab=${status}`}>
            {t('staff.review')}
          </LinkButton>
        )}
        {(isPublic || featured) && (
          <Button variant="outline" size="small" busy={mark.busy} onClick={() => mark.run(undefined)}>
            {t(featured ? 'staff.unfeature' : 'staff.feature')}
          </Button>
        )}
        {page.urgent && (
          <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setAsked('calm')}>
            {t('staff.calm')}
          </Button>
        )}
        {page.money && page.money.state !== 'allowed' && !page.money.by_page && status !== 'completed' && (
          <LinkButton size="small" to={`/admin/review?tab=${page.money.state === 'asked' ? 'money' : 'money_refused'}`}>
            {t('staff.reviewMoney')}
          </LinkButton>
        )}
        {decidesMoney && page.resources.includes('money') && (status === 'active' || status === 'paused') && (
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked('money')}>
            {t('staff.stopMoney')}
          </Button>
        )}
        {isPublic && (
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked('suspend')}>
            {t('staff.suspend')}
          </Button>
        )}
        {status === 'suspended' && (
          <Button size="small" busy={back.busy} onClick={() => back.run(undefined)}>
            {t('staff.reinstate')}
          </Button>
        )}
      </div>
      {failure && (
        <FailureNotice title={failure.title}>
          <p className="mut">{failure.advice}</p>
        </FailureNotice>
      )}
      {asked === 'calm' && (
        <ReasonDialog
          title={t('staff.calmTitle')}
          label={t('staff.reason')}
          hint={t('staff.calmHint', { max: longestReason })}
          go={t('staff.calmNow')}
          back={t('pause.back')}
          send={(reason) => calm({ decisionBody: { campaign_id: id, reason } }).unwrap()}
          onDone={() => done('calmed')}
          onRefused={onStale}
          onClose={() => setAsked(undefined)}
        >
          {t('staff.calmText')}
        </ReasonDialog>
      )}
      {asked === 'money' && (
        <ReasonDialog
          title={t('staff.moneyTitle')}
          label={t('staff.reason')}
          hint={t('staff.calmHint', { max: longestReason })}
          go={t('staff.stopMoney')}
          back={t('pause.back')}
          danger
          send={(reason) => refuseMoney({ decisionBody: { campaign_id: id, reason } }).unwrap()}
          onDone={() => done('moneyRefused')}
          onRefused={onStale}
          onClose={() => setAsked(undefined)}
        >
          {t('staff.moneyText')}
        </ReasonDialog>
      )}
      {asked === 'suspend' && (
        <ReasonDialog
          title={t('staff.suspendTitle')}
          label={t('staff.reason')}
          hint={t('staff.reasonHint', { max: longestReason })}
          go={t('staff.suspendNow')}
          back={t('pause.back')}
          danger
          send={(reason) => suspend({ suspensionBody: { campaign_id: id, reason } }).unwrap()}
          onDone={() => done('suspended')}
          onRefused={onStale}
          onClose={() => setAsked(undefined)}
        >
          {t('staff.suspendText')}
        </ReasonDialog>
      )}
    </>
  );
}

/** What the staff is told of a campaign, and what moderators can do with it. */
export function StaffBar({ page, onStale }: Props) {
  const { t } = useTranslation('campaigns');
  const { data } = useMeQuery();
  const { data: settings } = useSettingsQuery();
  const decidesMoney = settings?.money === 'allowed' && holds(data?.roles ?? [], 'administrator');
  const said = page.stop_reason || page.cancel_reason;
  return (
    <section className="card campaigns-owner" aria-label={t('staff.label')}>
      <div className="campaigns-owner-row">
        <div>
          <p>
            <b>{t('staff.label')}</b>
          </p>
          <p className="sm mut">{t(`staff.is.${page.status}`)}</p>
        </div>
        {holds(data?.roles ?? [], 'moderator') && (
          <Moderating page={page} onStale={onStale} decidesMoney={decidesMoney} />
        )}
      </div>
      {said && !page.can_edit && <blockquote className="campaign-cancelled">{said}</blockquote>}
    </section>
  );
}
