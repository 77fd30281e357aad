import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CampaignCard } from '@/api/generated/campaigns';
import { useSession } from '@/api/SessionContext';
import { CampaignBars } from '@/parts/CampaignBars';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { LinkButton } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { Deadline } from '@/ui/Deadline';
import { Icon } from '@/ui/Icon';
import { Money } from '@/ui/Money';
import { RelativeTime } from '@/ui/RelativeTime';
import { Unbroken } from '@/ui/Unbroken';
import { Lifecycle } from '../Lifecycle';
import { ShareCampaign } from '../ShareCampaign';

/** What was raised, and of how much. */
function Raised({ campaign }: { campaign: CampaignCard }) {
  const { raised_amount: raised, goal_amount: goal, currency } = campaign;
  if (!campaign.resources.includes('money')) return null;
  return (
    <p className="num">
      <Trans
        ns="mine"
        i18nKey={goal > 0 ? 'raisedOf' : 'raised'}
        components={{
          b: <b />,
          raised: <Money value={{ amount: raised, currency }} />,
          goal: <Money value={{ amount: goal, currency }} />,
        }}
      />
    </p>
  );
}

/** The states in which a campaign is not public: what comes next is said. */
const stopped = ['in_review', 'changes_requested', 'rejected', 'withdrawn', 'suspended'] as const;

/** A campaign as whoever runs it sees it in their list: where it stands, how far it is, and what can be done with it. */
export function OwnCard({ campaign, onChanged }: { campaign: CampaignCard; onChanged: () => void }) {
  const { t } = useTranslation('mine');
  const { t: common } = useTranslation();
  const titleOf = useCampaignTitle();
  const { id, slug, status, lang } = campaign;
  const title = titleOf(campaign.title);
  const session = useSession();
  const { id: owner } = campaign.organizer;
  const shared = session.status === 'member' && owner !== undefined && session.member.id !== owner;
  const open = status === 'active' || status === 'paused';
  const next = stopped.find((one) => one === status);
  return (
    <article className="card mine-card" aria-labelledby={`mine-${id}`}>
      <div className="mine-cover">
        <Cover {...campaign} />
      </div>
      <div className="mine-body">
        <p className="mine-marks sm mut">
          <span className={`mine-is mine-is-${status}`}>{t(`status.${status}`)}</span>
          {shared && <span className="mine-is">{t('coOrganizer')}</span>}
          <span>
            {t(next && next !== 'suspended' ? 'sent' : 'launched')} <RelativeTime at={campaign.launched_at} />
          </span>
          {campaign.location && <span lang={lang}>{campaign.location}</span>}
          {open && campaign.ends_at && (
            <span>
              <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />
            </span>
          )}
        </p>
        <h2 id={`mine-${id}`} lang={campaign.title ? lang : undefined}>
          <Link to={`/my/campaigns/${id}`}>
            <Unbroken text={title} />
          </Link>
        </h2>
        {next && <p className="mine-next">{t(`next.${next}`)}</p>}
        {campaign.description && (
          <p className="mut mine-text" lang={lang}>
            {campaign.description}
          </p>
        )}
        <ul role="list" className="mine-kinds sm">
          {campaign.resources.map((kind) => (
            <li key={kind} className={`strand-${kind}`}>
              <Icon name={kind} size={18} /> {common(`strand.${kind}`)}
            </li>
          ))}
        </ul>
        <Raised campaign={campaign} />
        <div className="mine-bars">
          <CampaignBars campaign={campaign} named />
        </div>
        <Lifecycle campaign={campaign} fixed={shared} onChanged={onChanged}>
          <LinkButton size="small" to={`/my/campaigns/${id}`}>
            {t('manage')}
          </LinkButton>
          <LinkButton variant="outline" size="small" to={`/campaign/${slug}`}>
            {t('view')}
          </LinkButton>
          {(open || status === 'in_review' || status === 'changes_requested') && (
            <LinkButton variant="outline" size="small" to={`/my/campaigns/${id}/edit`}>
              {t('edit')}
            </LinkButton>
          )}
          {!next && status !== 'cancelled' && <ShareCampaign campaign={campaign} variant="quiet" iconOnly />}
        </Lifecycle>
      </div>
    </article>
  );
}
