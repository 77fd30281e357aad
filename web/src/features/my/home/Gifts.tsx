import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Donation, type ListDonation, useLazyMyTransactionsQuery, useMyTransactionsQuery } from '@/api/generated/giving';
import { useMyPageInvitationsQuery } from '@/api/generated/pages';
import { useMyWaitingQuery } from '@/api/generated/pledges';
import { useMyInvitationsQuery } from '@/api/generated/team';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useLiveList } from '@/parts/useLiveList';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';

/** Gifts asked for at first, and how many a press adds. */
const step = 10;

/** Full for what is done, hollow for what waits, square for what was refused, grey for what was taken back. */
const marks = {
  pending: 'waits',
  under_way: 'waits',
  completed: 'done',
  failed: 'refused',
  cancelled: 'grey',
  disputed: 'waits',
  partly_refunded: 'done',
  refunded: 'grey',
} as const;

/** The page of a gift, on which its state is followed. */
function pageOf({ id, campaign_slug: slug, campaign_id: campaign }: Donation): string {
  return `/campaign/${slug || campaign}/thanks?donation=${id}`;
}

function Gift({ gift }: { gift: Donation }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const titleOf = useCampaignTitle();
  return (
    <li className="home-row">
      <div>
        <Link to={pageOf(gift)} lang={gift.campaign_title ? gift.campaign_lang : undefined} className="home-row-title">
          {titleOf(gift.campaign_title)}
        </Link>
        <p className="sm mut">
          <RelativeTime at={gift.completed_at ?? gift.started_at} />
          {gift.anonymous && ` · ${t('gifts.anonymous')}`}
        </p>
      </div>
      <div className="home-row-end">
        <b className="num">{format.money(gift)}</b>
        <span className={`home-status home-status-${marks[gift.status]} sm mut`}>{t(`status.${gift.status}`)}</span>
      </div>
    </li>
  );
}

function List({ first }: { first: ListDonation }) {
  const { t } = useTranslation('home');
  const [load] = useLazyMyTransactionsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor }).unwrap(), step);
  return (
    <>
      <Card>
        <ul role="list">
          {list.items.map((gift) => (
            <Gift key={gift.id} gift={gift} />
          ))}
        </ul>
      </Card>
      <ListTail list={list} more={t('more')} />
    </>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="64px" />
        <Bone height="64px" />
        <Bone height="64px" />
      </div>
    </Loading>
  );
}

/** The member's gifts, whatever became of them, the newest first, live. */
export function Gifts() {
  const { t } = useTranslation('home');
  const query = useMyTransactionsQuery({ limit: step });
  return (
    <section className="home-section">
      <h2>{t('gifts.title')}</h2>
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('gifts.failed')}
        empty={
          <EmptyState
            title={t('gifts.empty')}
            text={t('gifts.emptyText')}
            action={
              <LinkButton variant="outline" to="/explore">
                {t('gifts.explore')}
              </LinkButton>
            }
          />
        }
      >
        {(first) => <List first={first} />}
      </Loaded>
    </section>
  );
}

/** The id that says that the campaign is offered to whoever helps to run it. */
const offered = '00000000-0000-0000-0000-000000000000';

interface AskedProps {
  name: string;
  lang: string | undefined;
  says: string;
  to: string;
}

function Asked({ name, lang, says, to }: AskedProps) {
  const { t } = useTranslation('home');
  return (
    <li className="home-row">
      <div>
        <p>
          <b lang={lang}>{name}</b>
        </p>
        <p className="sm mut">{says}</p>
      </div>
      <LinkButton size="small" to={to}>
        {t('waits.answer')}
      </LinkButton>
    </li>
  );
}

/** What the member can see to now: invitations, pledges to answer, and gifts whose payment is not confirmed; that lapses soon. */
export function Waiting({ heading: Heading }: { heading: 'h1' | 'h2' }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const titleOf = useCampaignTitle();
  const { data } = useMyTransactionsQuery({ limit: step });
  const { data: pledged } = useMyWaitingQuery();
  const waiting = data?.items.filter(({ status }) => status === 'pending') ?? [];
  const campaigns = pledged?.campaigns ?? [];
  const { data: toRun } = useMyInvitationsQuery();
  const { data: toEdit } = useMyPageInvitationsQuery();
  const asked = [
    ...(toEdit?.items ?? []).map(({ invitation_id, name, lang }) => ({
      key: invitation_id,
      name,
      lang,
      says: t('waits.page'),
      to: '/my/pages',
    })),
    ...(toRun?.items ?? []).map(({ campaign_id, invitation_id, campaign_title: title, campaign_lang: lang }) => ({
      key: campaign_id + invitation_id,
      name: titleOf(title),
      lang: title ? lang : undefined,
      says: t(invitation_id === offered ? 'waits.offer' : 'waits.campaign'),
      to: '/my/campaigns',
    })),
  ];
  const count = waiting.length + campaigns.length + asked.length;
  const nothing = data && pledged && toRun && toEdit && count === 0;
  return (
    <>
      <Heading>{nothing ? t('waits.nothing') : t('waits.title')}</Heading>
      {count > 0 && (
        <Card>
          <ul role="list">
            {asked.map(({ key, ...one }) => (
              <Asked key={key} {...one} />
            ))}
            {campaigns.map(({ id, title, lang, pledges }) => (
              <li key={id} className="home-row">
                <div>
                  <p>
                    <b lang={title ? lang : undefined}>{titleOf(title)}</b>
                  </p>
                  <p className="sm mut">{t('waits.pledges', { count: pledges, shown: format.count(pledges) })}</p>
                </div>
                <LinkButton size="small" to={`/my/campaigns/${id}?phase=waiting`}>
                  {t('waits.answer')}
                </LinkButton>
              </li>
            ))}
            {waiting.map((gift) => (
              <li key={gift.id} className="home-row">
                <div>
                  <p>
                    <b className="num">{format.money(gift)}</b>{' '}
                    <span lang={gift.campaign_title ? gift.campaign_lang : undefined}>{titleOf(gift.campaign_title)}</span>
                  </p>
                  <p className="sm mut">
                    <Trans t={t} i18nKey="waits.started" components={{ time: <RelativeTime at={gift.started_at} /> }} />
                  </p>
                </div>
                <LinkButton variant="outline" size="small" to={pageOf(gift)}>
                  {t('waits.look')}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
