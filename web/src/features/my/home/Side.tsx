import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type CampaignCard, useMyCampaignsQuery } from '@/api/generated/campaigns';
import { type FollowedCampaign, useMyFollowedQuery } from '@/api/generated/follows';
import { type Page, usePagesQuery } from '@/api/generated/pages';
import { type MyShift, useMyShiftsQuery } from '@/api/generated/shifts';
import { localeOf } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';
import { isClosed } from '@/parts/campaignFacts';
import { type Query, Loaded } from '@/parts/Loaded';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useShiftTime } from '@/parts/useShiftTime';
import { Avatar } from '@/ui/Avatar';
import { LinkButton } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { Deadline } from '@/ui/Deadline';
import { Icon } from '@/ui/Icon';
import { Money } from '@/ui/Money';
import { Bone, Loading } from '@/ui/Skeleton';
import { NewShift } from '../Feed';
import { Gifts } from './Gifts';

/** How many of each stand here; the rest is where all are. */
const most = 4;

interface PartProps<Item> {
  title: string;
  failed: string;
  query: Query<{ items: Item[] }>;
  /** Where all are, or how to have more here. */
  all: string | (() => void);
  /** How many are shown. */
  shown?: number;
  /** What stands there without any; nothing does where it is left out. */
  none?: ReactNode;
  children: (item: Item) => ReactNode;
}

function Part<Item extends { id: string }>({ title, failed, query, all, shown = most, none, children }: PartProps<Item>) {
  const { t } = useTranslation('home');
  const items = query.currentData?.items ?? [];
  if (query.currentData && items.length === 0 && !none) return null;
  return (
    <section className="home-part">
      <h2>{title}</h2>
      <Loaded query={query} skeleton={<Bone height="64px" />} failed={failed} empty={none}>
        {({ items: some }) => (
          <ul role="list">
            {some.slice(0, shown).map((item) => (
              <li key={item.id} className="home-own">
                {children(item)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {items.length > shown &&
        (typeof all === 'string' ? (
          <Link to={all} className="home-all link sm">
            {t('own.all')}
            <span className="sr">: {title}</span>
          </Link>
        ) : (
          <button type="button" className="home-all link sm" onClick={all}>
            {t('own.all')}
            <span className="sr">: {title}</span>
          </button>
        ))}
    </section>
  );
}

function Shift({ shift }: { shift: MyShift }) {
  const when = useShiftTime();
  const { language } = useFormat();
  const of = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...part, timeZone: shift.time_zone }).format(new Date(shift.starts_at));
  return (
    <>
      <span className="home-day num" aria-hidden="true">
        <span className="xs">{of({ weekday: 'short' })}</span>
        <b>{of({ day: 'numeric' })}</b>
      </span>
      <div>
        <Link to="/my/shifts" lang={shift.lang}>
          {shift.title}
        </Link>
        <p className="xs mut">{when(shift)}</p>
        <p className="xs mut" lang={shift.lang}>
          {shift.place}
        </p>
      </div>
    </>
  );
}

function Campaign({ campaign }: { campaign: CampaignCard }) {
  const { t } = useTranslation();
  const titleOf = useCampaignTitle();
  const { currency, raised_amount: amount } = campaign;
  return (
    <>
      <span className="home-thumb">
        <Cover {...campaign} />
      </span>
      <div>
        <Link to={`/my/campaigns/${campaign.id}`} lang={campaign.title ? campaign.lang : undefined}>
          {titleOf(campaign.title)}
        </Link>
        <p className="xs mut num">
          {campaign.resources.includes('money') && (
            <>
              <Money compact value={{ amount, currency }} />
              {' · '}
            </>
          )}
          {campaign.status === 'active' || !isClosed(campaign.status) ? (
            <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />
          ) : (
            t(`status.${campaign.status}`)
          )}
        </p>
      </div>
    </>
  );
}

function Followed({ campaign }: { campaign: FollowedCampaign }) {
  const titleOf = useCampaignTitle();
  const title = titleOf(campaign.title);
  return (
    <>
      <span className="home-thumb">
        <Cover id={campaign.id} category={campaign.category} photo={campaign.photo || undefined} />
      </span>
      <div>
        {campaign.slug ? (
          <Link to={`/campaign/${campaign.slug}`} lang={campaign.title ? campaign.lang : undefined}>
            {title}
          </Link>
        ) : (
          title
        )}
      </div>
    </>
  );
}

function FollowedPage({ page }: { page: Page }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  return (
    <>
      <Avatar name={page.name} id={page.id} picture={page.logo} size={40} />
      <div>
        <Link to={`/my/pages/${page.id}`} lang={page.lang}>
          {page.name}
        </Link>
        <p className="xs mut num">{t('own.followers', { count: page.followers, shown: format.count(page.followers) })}</p>
      </div>
    </>
  );
}

function Shortcuts() {
  const { t } = useTranslation('home');
  return (
    <section className="home-part">
      <h2>{t('own.shortcuts')}</h2>
      <div className="home-shortcuts">
        <LinkButton variant="quiet" size="small" to="/create-campaign">
          <Icon name="plus" size={18} /> {t('own.newCampaign')}
        </LinkButton>
        <LinkButton variant="quiet" size="small" to="/my/pages?new=page">
          <Icon name="plus" size={18} /> {t('own.newPage')}
        </LinkButton>
        <NewShift />
      </div>
    </section>
  );
}

/** What is the member's own, beside the feed: coming shifts, campaigns, what they follow, gifts, and ways to what is new. */
export function Side() {
  const { t } = useTranslation('home');
  const shifts = useMyShiftsQuery({});
  const campaigns = useMyCampaignsQuery({ limit: most + 1 });
  const [many, setMany] = useState(most);
  const followed = useMyFollowedQuery({ limit: 48 });
  const pages = usePagesQuery({ following: true, limit: most + 1 });
  // All at once: nothing moves for what comes later.
  if ([shifts, campaigns, followed, pages].some(({ currentData, isError }) => !currentData && !isError)) {
    return (
      <Loading>
        <div className="home-part">
          {[1, 2, 3].map((n) => (
            <Bone key={n} height="96px" />
          ))}
        </div>
      </Loading>
    );
  }
  return (
    <>
      <Part title={t('own.shifts')} failed={t('own.shiftsFailed')} query={shifts} all="/my/shifts">
        {(shift) => <Shift shift={shift} />}
      </Part>
      <Part
        title={t('campaigns.title')}
        failed={t('campaigns.failed')}
        query={campaigns}
        all="/my/campaigns"
        none={
          <p className="sm mut">
            {t('campaigns.empty')}. <Link to="/create-campaign" className="link">{t('campaigns.create')}</Link>
          </p>
        }
      >
        {(campaign) => <Campaign campaign={campaign} />}
      </Part>
      <Part
        title={t('own.followed')}
        failed={t('own.followedFailed')}
        query={followed}
        shown={many}
        all={() => setMany(48)}
      >
        {(campaign) => <Followed campaign={campaign} />}
      </Part>
      <Part title={t('own.pages')} failed={t('own.pagesFailed')} query={pages} all="/my/pages">
        {(page) => <FollowedPage page={page} />}
      </Part>
      <Shortcuts />
      <Gifts />
    </>
  );
}
