import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useMarkUrgentMutation } from '@/api/generated/moderation';
import { useFormat } from '@/i18n/useFormat';
import { ReasonDialog } from '@/parts/ReasonDialog';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';

/** The most characters of why something is urgent that the server takes. */
const longest = 200;

/** That the campaign is urgent and until when, why a moderator took that back, or the one time that its organizer can say so. */
export function Urgent({ campaign, onChanged }: { campaign: CampaignDetail; onChanged: () => void }) {
  const { t } = useTranslation('pledges');
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const [mark] = useMarkUrgentMutation();
  if (campaign.urgent && campaign.urgent_until) {
    return (
      <Notice icon="time">
        <p>
          <b>{t('urgent.until', { date: format.dayIn(campaign.urgent_until, campaign.time_zone) })}</b>
        </p>
        <p lang={campaign.lang}>{campaign.urgent_reason}</p>
      </Notice>
    );
  }
  if (campaign.calm_reason) {
    return (
      <Notice icon="warning">
        <p>
          <b>{t('urgent.removed')}</b>
        </p>
        <p className="sm mut">{t('standing.why')}</p>
        <blockquote className="pledges-said">{campaign.calm_reason}</blockquote>
      </Notice>
    );
  }
  if (campaign.status !== 'active' || campaign.was_urgent) return null;
  return (
    <div className="pledges-urgent">
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('urgent.mark')}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={t('urgent.title')}
          label={t('urgent.reason')}
          hint={t('urgent.hint', { max: longest })}
          most={longest}
          go={t('urgent.now')}
          back={t('urgent.back')}
          send={(reason) => mark({ urgentBody: { campaign_id: campaign.id, reason } }).unwrap()}
          onDone={() => {
            setAsked(false);
            showToast({ title: t('urgent.done') });
            onChanged();
          }}
          onRefused={onChanged}
          onClose={() => setAsked(false)}
        >
          {t('urgent.text')}
        </ReasonDialog>
      )}
    </div>
  );
}
