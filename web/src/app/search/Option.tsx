import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CampaignFacts as OfCampaign, PageFacts as OfPage } from '@/api/generated/search';
import { useFormat } from '@/i18n/useFormat';
import { Avatar } from '@/ui/Avatar';
import { Cover } from '@/ui/Cover';
import { Deadline } from '@/ui/Deadline';
import { Icon } from '@/ui/Icon';
import { MemberIcon } from '@/ui/MemberIcon';
import { RelativeTime } from '@/ui/RelativeTime';
import { marked } from './marked';
import type { Found } from './useFound';

type Thing = NonNullable<Found['thing']>;

/** How far a campaign has come, and how long it still runs. */
function CampaignFacts({ campaign, by }: { campaign: OfCampaign; by: string }) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { currency, raised_amount: amount, goal_amount: goal, status, resources } = campaign;
  const raised = format.money({ amount, currency });
  const reached =
    goal > 0 ? t('raisedOf', { raised, goal: format.money({ amount: goal, currency }) }) : t('raised', { raised });
  return (
    <>
      {resources.includes('money') ? reached : by || common('anonymous')}
      {' · '}
      {status === 'active' ? (
        <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />
      ) : (
        common(status === 'paused' ? 'status.paused' : 'status.completed')
      )}
    </>
  );
}

/** What kind of page it is, and how many follow it. */
function PageFacts({ page: { kind, followers: count } }: { page: OfPage }) {
  const { t } = useTranslation('search');
  const format = useFormat();
  return (
    <>
      {t(`kind.${kind}`)}
      {' · '}
      {t('followers', { count, shown: format.count(count) })}
    </>
  );
}

function Facts({ thing }: { thing: Thing }) {
  const { t: common } = useTranslation();
  return (
    <span className="sm mut num">
      {thing.campaign && <CampaignFacts campaign={thing.campaign} by={thing.by} />}
      {thing.page && <PageFacts page={thing.page} />}
      {thing.member?.location}
      {thing.kind === 'post' && (
        <>
          {thing.by || common('anonymous')}
          {thing.posted_at && (
            <>
              {' · '}
              <RelativeTime at={thing.posted_at} />
            </>
          )}
        </>
      )}
    </span>
  );
}

function Sign({ found: { thing, icon } }: { found: Found }) {
  if (thing?.campaign) return <Cover {...thing.campaign} id={thing.id} width={88} height={88} />;
  if (thing) {
    const named = thing.page ?? thing.member;
    return <Avatar name={named ? thing.title : thing.by} id={named && thing.id} picture={thing.picture} />;
  }
  return icon && <MemberIcon name={icon} />;
}

interface Props {
  id: string;
  found: Found;
  words: string;
  active: boolean;
  /** The pointer is on it. */
  onPoint: () => void;
  onFollow: () => void;
}

/** Something that was found: a link, which the keyboard reaches from the field by the arrow keys. */
export function Option({ id, found, words, active, onPoint, onFollow }: Props) {
  const { t } = useTranslation('search');
  const { key, to, text, thing } = found;
  const leads = key === 'all' || key === 'allPages' || key === 'allMembers';
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={to}
      className="search-option"
      onPointerMove={onPoint}
      onClick={onFollow}
    >
      <span className="search-sign">
        <Sign found={found} />
      </span>
      <span className="search-words">
        <span className="search-name" lang={thing?.lang}>
          {marked(text, leads ? '' : words).map((piece) =>
            piece.hit ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
          )}
        </span>
        {thing && <Facts thing={thing} />}
      </span>
      {thing?.page?.verified && (
        <span className="search-verified">
          <Icon name="shield" size={18} />
          <span className="sr">{t('verified')}</span>
        </span>
      )}
      {active && (
        <kbd className="search-enter" aria-hidden="true">
          {t('enter')}
        </kbd>
      )}
    </Link>
  );
}
