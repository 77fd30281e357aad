import './pledges.css';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Donation,
  type ListDonation,
  useLazyMyTransactionsQuery,
  useMyGivenQuery,
  useMyTransactionsQuery,
} from '@/api/generated/giving';
import { useSettingsQuery } from '@/api/generated/platform';
import { type MyPledge, type MyPledges, useLazyMyPledgesQuery, useMyPledgesQuery } from '@/api/generated/pledges';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Bone, Loading, PageSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { GiftRow, PledgeRow } from './MyRows';
import { matches } from './search';

/** Lines of each kind at first, and how many a press adds. */
const step = 20;

interface SectionProps<Item> {
  title: string;
  asked: string;
  list: {
    items: readonly Item[];
    hidden: boolean;
    more: () => Promise<void>;
    failure: Parameters<typeof ListTail>[0]['list']['failure'];
  };
  /** What of a line is searched. */
  words: (item: Item) => readonly string[];
  children: (item: Item) => ReactNode;
}

function Section<Item>({ title, asked, list, words, children }: SectionProps<Item>) {
  const { t } = useTranslation('pledges');
  const found = list.items.filter((item) => matches(asked, words(item)));
  if (list.items.length === 0) return null;
  return (
    <section className="pledges-section">
      <h2>{title}</h2>
      {found.length > 0 ? (
        <Card>
          <ul role="list">{found.map(children)}</ul>
        </Card>
      ) : (
        <p className="mut">{t('mine.noMatch')}</p>
      )}
      {asked && list.hidden && <p className="sm mut">{t('mine.partly')}</p>}
      <ListTail list={list} more={t('more')} />
    </section>
  );
}

function Gifts({ first, asked }: { first: ListDonation; asked: string }) {
  const { t } = useTranslation('pledges');
  const [load] = useLazyMyTransactionsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor }).unwrap(), step);
  return (
    <Section<Donation>
      title={t('mine.money')}
      asked={asked}
      list={list}
      words={({ campaign_title: title, message }) => [title, message]}
    >
      {(gift) => <GiftRow key={gift.id} gift={gift} />}
    </Section>
  );
}

interface PledgesProps {
  kind: 'time' | 'materials';
  first: MyPledges;
  asked: string;
  onDone: () => void;
}

function Pledges({ kind, first, asked, onDone }: PledgesProps) {
  const { t } = useTranslation('pledges');
  const [load] = useLazyMyPledgesQuery();
  const list = useLiveList(first, (cursor) => load({ kind, limit: step, cursor }).unwrap(), step);
  return (
    <Section<MyPledge>
      title={t(`mine.${kind}`)}
      asked={asked}
      list={list}
      words={({ campaign_title: title, message, item, skills }) => [title, message, item, skills]}
    >
      {(pledge) => <PledgeRow key={pledge.id} pledge={pledge} onDone={onDone} />}
    </Section>
  );
}

function Bones() {
  return (
    <Loading>
      <Bone height="64px" />
    </Loading>
  );
}

/** How much it is: contributions of all kinds, money by currency, and hours. */
function Cards({ contributions, offered }: { contributions: number; offered: MyPledges['offered'] }) {
  const { t } = useTranslation('pledges');
  const format = useFormat();
  const query = useMyGivenQuery();
  const { data: settings } = useSettingsQuery();
  return (
    <dl className="pledges-cards">
      <Card>
        <dt className="mut">{t('mine.count')}</dt>
        <dd className="num">{format.count(contributions)}</dd>
      </Card>
      <Card>
        <dt className="mut">{t('mine.amount')}</dt>
        <Loaded query={query} skeleton={<Bones />} failed={t('mine.failed')}>
          {({ totals }) =>
            totals.length === 0 ? (
              <dd className="num">{settings && format.money({ amount: 0, currency: settings.main_currency }, 'always')}</dd>
            ) : (
              totals.map((total) => (
                <dd key={total.currency} className="num">
                  {format.money(total, 'always')}
                </dd>
              ))
            )
          }
        </Loaded>
      </Card>
      <Card>
        <dt className="mut">{t('mine.hours')}</dt>
        <dd className="num">{t('hours', { shown: format.count(offered.minutes / 60) })}</dd>
        {offered.minutes_confirmed > 0 && (
          <p className="sm mut">
            {t('mine.ofThem', {
              shown: format.count(offered.minutes_confirmed / 60),
            })}
          </p>
        )}
      </Card>
    </dl>
  );
}

interface AllProps {
  gifts: ListDonation;
  time: MyPledges;
  things: MyPledges;
  onDone: () => void;
}

function All({ gifts, time, things, onDone }: AllProps) {
  const { t } = useTranslation('pledges');
  const id = useId();
  const [asked, ask] = useState('');
  const contributions = gifts.total + time.total + things.total;
  if (contributions === 0) {
    return (
      <EmptyState
        heading="h2"
        title={t('mine.empty')}
        text={t('mine.emptyText')}
        action={<LinkButton to="/explore">{t('mine.discover')}</LinkButton>}
      />
    );
  }
  return (
    <>
      <Cards contributions={contributions} offered={time.offered} />
      <div className="field pledges-search">
        <label className="field-label" htmlFor={id}>
          {t('mine.search')}
        </label>
        <input id={id} className="input" type="search" value={asked} onChange={({ target }) => ask(target.value)} />
      </div>
      <Gifts first={gifts} asked={asked} />
      <Pledges kind="materials" first={things} asked={asked} onDone={onDone} />
      <Pledges kind="time" first={time} asked={asked} onDone={onDone} />
      <p>
        <LinkButton variant="outline" to="/explore">
          {t('mine.discover')}
        </LinkButton>
      </p>
    </>
  );
}

/** Everything that the member gave and pledged, whatever became of it, live. */
export function MinePage() {
  const { t } = useTranslation('pledges');
  usePageTitle(t('mine.title'));
  const gifts = useMyTransactionsQuery({ limit: step });
  const time = useMyPledgesQuery({ kind: 'time', limit: step });
  const things = useMyPledgesQuery({ kind: 'materials', limit: step });
  const again = () => {
    void time.refetch();
    void things.refetch();
  };
  const failed = t('mine.failed');
  return (
    <div className="wrap page pledges">
      <h1>{t('mine.title')}</h1>
      <Loaded query={gifts} skeleton={<PageSkeleton />} failed={failed}>
        {(given) => (
          <Loaded query={time} skeleton={<PageSkeleton />} failed={failed}>
            {(hours) => (
              <Loaded query={things} skeleton={<PageSkeleton />} failed={failed}>
                {(items) => <All gifts={given} time={hours} things={items} onDone={again} />}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}
