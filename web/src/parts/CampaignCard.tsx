import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CampaignCard as Card } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { useCategoryName } from '@/ui/category';
import { Chip } from '@/ui/Chip';
import { Cover } from '@/ui/Cover';
import { Deadline } from '@/ui/Deadline';
import { Money } from '@/ui/Money';
import { Unbroken } from '@/ui/Unbroken';
import { CampaignBars } from './CampaignBars';
import { isClosed, isUntouched } from './campaignFacts';

/** The amount first, then the goal and the supporters. */
function CampaignLead({ campaign }: { campaign: Card }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency } = campaign;
  const people =
    campaign.supporters > 0 &&
    ` · ${t('supporters', { count: campaign.supporters, shown: format.count(campaign.supporters) })}`;
  if (!campaign.resources.includes('money')) {
    return people ? <p className="ccard-lead mut sm num">{people.slice(3)}</p> : <span className="ccard-lead" />;
  }
  if (isUntouched(campaign)) {
    return (
      <p className="ccard-lead">
        <b>{t('card.beFirst')}</b>{' '}
        {campaign.goal_amount > 0 && (
          <span className="mut sm">
            <Trans
              i18nKey="card.goal"
              components={{ goal: <Money compact value={{ amount: campaign.goal_amount, currency }} /> }}
            />
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
          <Trans
            i18nKey="card.raisedOf"
            components={{ goal: <Money compact value={{ amount: campaign.goal_amount, currency }} /> }}
          />
        ) : (
          t('card.raised')
        )}
        {people}
      </span>
    </p>
  );
}

function Standing({ campaign }: { campaign: Card }) {
  const { t } = useTranslation();
  if (isClosed(campaign.status)) return <>{t(`status.${campaign.status}`)}</>;
  return <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />;
}

interface Props {
  campaign: Card;
  heading?: 'h2' | 'h3';
  /** The page begins with it. */
  first?: boolean;
}

/** A campaign in a list; the whole card leads to it. */
export function CampaignCard({ campaign, heading: Heading = 'h3', first }: Props) {
  const { t } = useTranslation();
  const categoryName = useCategoryName();
  return (
    <article className="card ccard">
      <div className="ccard-cover">
        <Cover {...campaign} first={first} />
      </div>
      <div className="ccard-body">
        <div className="ccard-top">
          <Chip>{categoryName(campaign.category)}</Chip>
          {campaign.urgent && <Chip urgent>{t('urgent')}</Chip>}
          <span className="xs mut">
            <Standing campaign={campaign} />
          </span>
        </div>
        <Heading className="ccard-title" lang={campaign.lang}>
          <Link to={`/campaign/${campaign.slug}`}>
            <Unbroken text={campaign.title} />
          </Link>
        </Heading>
        <p className="sm mut">
          {campaign.organizer.name || t('anonymous')}
          {campaign.location && (
            <>
              {' · '}
              <span lang={campaign.lang}>{campaign.location}</span>
            </>
          )}
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
