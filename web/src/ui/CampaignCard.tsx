import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Currency } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { useCategoryName } from './category';
import { Chip } from './Chip';
import { Cover } from './Cover';
import { Deadline } from './Deadline';
import { Money } from './Money';
import { type Strand, StrandBar } from './StrandBar';

/** A campaign as the API lists it; only what the card shows. Amounts in minor units, time in minutes. */
export interface CampaignSummary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly lang: string;
  readonly category: string;
  readonly status: string;
  readonly location: string;
  readonly organizer: { readonly name: string };
  readonly resources: readonly string[] | null;
  readonly currency: Currency;
  readonly raised_amount: number;
  readonly goal_amount: number;
  readonly time_goal_minutes: number;
  readonly minutes_confirmed: number;
  readonly minutes_pledged: number;
  readonly items_goal: number;
  readonly items_received: number;
  readonly items_pledged: number;
  readonly supporters: number;
  readonly ends_at?: string | undefined;
  /** ISO day; empty without deadline. */
  readonly end_date: string;
}

/** Nobody has given yet: an invitation says more than an empty bar. */
function untouched(campaign: CampaignSummary): boolean {
  return campaign.raised_amount === 0 && campaign.supporters === 0 && campaign.status === 'active';
}

/** A campaign's bars, one for each strand it asks for; money is left out without a goal. */
function CampaignBars({ campaign }: { campaign: CampaignSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const asks = (strand: Strand) => campaign.resources?.includes(strand) ?? false;
  const hours = (minutes: number) => format.count(Math.floor(minutes / 6) / 10);
  const raised = format.reached(campaign.raised_amount, campaign.goal_amount);
  return (
    <>
      {asks('money') && raised !== undefined && !untouched(campaign) && (
        <StrandBar strand="money" value={campaign.raised_amount} max={campaign.goal_amount} text={raised} />
      )}
      {asks('time') && campaign.time_goal_minutes > 0 && (
        <StrandBar
          strand="time"
          value={campaign.minutes_confirmed}
          pledged={campaign.minutes_pledged}
          max={campaign.time_goal_minutes}
          text={t('progress.hours', { done: hours(campaign.minutes_confirmed), goal: hours(campaign.time_goal_minutes) })}
          asked={t('progress.hoursAsked', { goal: hours(campaign.time_goal_minutes) })}
        />
      )}
      {asks('materials') && campaign.items_goal > 0 && (
        <StrandBar
          strand="materials"
          value={campaign.items_received}
          pledged={campaign.items_pledged}
          max={campaign.items_goal}
          text={t('progress.items', { done: format.count(campaign.items_received), goal: format.count(campaign.items_goal) })}
          asked={t('progress.itemsAsked', { count: campaign.items_goal, goal: format.count(campaign.items_goal) })}
        />
      )}
    </>
  );
}

/** The amount first, then the goal and the supporters. */
function CampaignLead({ campaign }: { campaign: CampaignSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency } = campaign;
  const people = campaign.supporters > 0 && ` · ${t('supporters', { count: campaign.supporters, shown: format.count(campaign.supporters) })}`;
  if (!campaign.resources?.includes('money')) {
    return people ? <p className="ccard-lead mut sm num">{people.slice(3)}</p> : <span className="ccard-lead" />;
  }
  if (untouched(campaign)) {
    return (
      <p className="ccard-lead">
        <b>{t('card.beFirst')}</b>{' '}
        {campaign.goal_amount > 0 && (
          <span className="mut sm">
            <Trans i18nKey="card.goal" components={{ goal: <Money compact value={{ amount: campaign.goal_amount, currency }} /> }} />
          </span>
        )}
      </p>
    );
  }
  return (
    <p className="ccard-lead num">
      <b>
        <Money compact value={{ amount: campaign.raised_amount, currency }} />
      </b>{' '}
      <span className="mut sm">
        {campaign.goal_amount > 0 ? (
          <Trans i18nKey="card.raisedOf" components={{ goal: <Money compact value={{ amount: campaign.goal_amount, currency }} /> }} />
        ) : (
          t('card.raised')
        )}
        {people}
      </span>
    </p>
  );
}

function Standing({ campaign }: { campaign: CampaignSummary }) {
  const { t } = useTranslation();
  if (campaign.status === 'paused') return <>{t('status.paused')}</>;
  if (campaign.status === 'completed') return <>{t('status.completed')}</>;
  return <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />;
}

/** A campaign in a list; the whole card leads to it. */
export function CampaignCard({ campaign, heading: Heading = 'h3' }: { campaign: CampaignSummary; heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  const categoryName = useCategoryName();
  return (
    <article className="card ccard">
      <div className="ccard-cover">
        <Cover id={campaign.id} category={campaign.category} />
      </div>
      <div className="ccard-body">
        <div className="ccard-top">
          <Chip>{categoryName(campaign.category)}</Chip>
          <span className="xs mut">
            <Standing campaign={campaign} />
          </span>
        </div>
        <Heading className="ccard-title" lang={campaign.lang}>
          <Link to={`/campaign/${campaign.slug}`}>{campaign.title}</Link>
        </Heading>
        <p className="sm mut">
          {campaign.organizer.name || t('anonymous')}
          {campaign.location && ` · ${campaign.location}`}
        </p>
        <p className="sm mut ccard-text" lang={campaign.lang}>
          {campaign.description}
        </p>
        <CampaignLead campaign={campaign} />
        <div className="ccard-bars">
          <CampaignBars campaign={campaign} />
        </div>
      </div>
    </article>
  );
}
