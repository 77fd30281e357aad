import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useAskMoneyMutation } from '@/api/generated/moderation';
import { useFormat } from '@/i18n/useFormat';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';

const goesOn: ReadonlySet<string> = new Set(['active', 'paused', 'in_review', 'changes_requested']);

/** What of the campaign goes on while nobody allowed its money. */
function meanwhile({ resources, status }: CampaignDetail) {
  if (resources.length > 0) return 'permission.meanwhile';
  return status === 'active' ? 'permission.nothing' : 'permission.alone';
}

/** Whether the campaign may collect the money that it asks for; why not and, for its owner, how to ask again. */
export function Permission({ campaign, onChanged }: { campaign: CampaignDetail; onChanged: () => void }) {
  const { t } = useTranslation('pledges');
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const [ask] = useAskMoneyMutation();
  const { money, status } = campaign;
  if (!money || !goesOn.has(status) || money.by_page) return null;
  const amount = format.money({ amount: money.goal_amount, currency: money.currency });
  if (money.state === 'allowed') {
    return (
      <Notice tone="money" icon="shield">
        <p>{t('permission.allowed')}</p>
      </Notice>
    );
  }
  const is = money.state;
  return (
    <Notice icon={is === 'refused' ? 'warning' : 'time'}>
      <p>
        <b>{t(`permission.${is}`, { amount })}</b>
      </p>
      {/* Where it came back to its owner, the reason is said above. */}
      {is === 'refused' && money.reason !== campaign.stop_reason && (
        <>
          <p className="sm mut">{t('permission.why')}</p>
          <blockquote className="pledges-said">{money.reason}</blockquote>
        </>
      )}
      <p>{t(meanwhile(campaign))}</p>
      {campaign.owned && (
        <p className="pledges-ask">
          <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
            {t(is === 'refused' ? 'permission.again' : 'permission.explain')}
          </Button>
        </p>
      )}
      {isAsked && (
        <ReasonDialog
          title={t(is === 'refused' ? 'permission.again' : 'permission.explain')}
          label={t('permission.purpose')}
          hint={t('permission.hint', { max: longestReason })}
          go={t('permission.send')}
          back={t('permission.back')}
          send={(purpose) => ask({ moneyBody: { campaign_id: campaign.id, purpose } }).unwrap()}
          onDone={() => {
            setAsked(false);
            showToast({ title: t('permission.sent') });
            onChanged();
          }}
          onRefused={onChanged}
          onClose={() => setAsked(false)}
        >
          {t('permission.text')}
        </ReasonDialog>
      )}
    </Notice>
  );
}
