import { useTranslation } from 'react-i18next';
import type { CampaignCard } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { type Strand, StrandBar } from '@/ui/StrandBar';
import { isUntouched } from './campaignFacts';

interface Props {
  campaign: CampaignCard;
  /** Whether each says the strand's name before its bar. */
  named?: boolean;
  /** Whether the bar of money is shown before anybody gave: the organizer's own view has all of them. */
  whole?: boolean;
  /** Says what was promised beyond what arrived, behind the figures; nothing does where it is left out. */
  sayPledged?: (shown: string) => string;
}

/** A campaign's bars, one for each strand it asks for; money is left out without a goal. */
export function CampaignBars({ campaign, named = false, whole = false, sayPledged }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  // What has ended needs nothing any more: it says how far it came.
  const needing = campaign.status === 'active' || campaign.status === 'paused';
  const asks = (strand: Strand) => campaign.resources.includes(strand);
  const hours = (minutes: number) => format.count(Math.floor(minutes / 6) / 10);
  const withPledged = (text: string, pledged: number, shown: string) =>
    sayPledged && pledged > 0 ? `${text} · ${sayPledged(shown)}` : text;
  const raised = format.reached(campaign.raised_amount, campaign.goal_amount);
  return (
    <>
      {asks('money') && raised !== undefined && (whole || !isUntouched(campaign)) && (
        <StrandBar named={named} strand="money" value={campaign.raised_amount} max={campaign.goal_amount} text={raised} />
      )}
      {asks('time') && campaign.time_goal_minutes > 0 && (
        <StrandBar
          named={named}
          strand="time"
          value={campaign.minutes_confirmed}
          pledged={campaign.minutes_pledged}
          max={campaign.time_goal_minutes}
          text={withPledged(
            t('progress.hours', { done: hours(campaign.minutes_confirmed), goal: hours(campaign.time_goal_minutes) }),
            campaign.minutes_pledged,
            hours(campaign.minutes_pledged),
          )}
          asked={needing && t('progress.hoursAsked', { goal: hours(campaign.time_goal_minutes) })}
        />
      )}
      {asks('materials') && campaign.items_goal > 0 && (
        <StrandBar
          named={named}
          strand="materials"
          value={campaign.items_received}
          pledged={campaign.items_pledged}
          max={campaign.items_goal}
          text={withPledged(
            t('progress.items', { done: format.count(campaign.items_received), goal: format.count(campaign.items_goal) }),
            campaign.items_pledged,
            format.count(campaign.items_pledged),
          )}
          asked={needing && t('progress.itemsAsked', { count: campaign.items_goal, goal: format.count(campaign.items_goal) })}
        />
      )}
    </>
  );
}
