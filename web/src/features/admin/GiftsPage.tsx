import './admin.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FoundGift, type GiftsApiArg, type ListFoundGift, useGiftsQuery, useLazyGiftsQuery } from '@/api/generated/giving';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { useSettled } from '@/parts/useSettled';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { Bones } from './Bones';
import { ReturnGift } from './ReturnGift';
import { forStaff } from './StaffOnly';

/** How many there are on the first page, and how many more one asks for at a time: what is pushed. */
const step = 20;

/** Characters that the server takes of a search. */
const longestSearch = 200;

type Search = Pick<GiftsApiArg, 'q' | 'from' | 'until'>;

/** Until when the operator may answer a dispute, and where. */
function Dispute({ gift }: { gift: FoundGift }) {
  const { t } = useTranslation('admin');
  const { longDate } = useFormat();
  const { answer_by: by, dispute_link: link } = gift;
  return (
    <p className="sm">
      {by ? t('gifts.answerBy', { date: longDate(by) }) : t('gifts.noAnswer')}
      {link && (
        <>
          {' · '}
          <a className="link" href={link} target="_blank" rel="noreferrer">
            {t('gifts.answer')}
          </a>
        </>
      )}
    </p>
  );
}

function Line({ gift }: { gift: FoundGift }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const { money } = useFormat();
  const { amount, refunded, refund_pending: pending, currency, status, person, anonymous } = gift;
  const { cost, cost_currency: costCurrency } = gift;
  const name = anonymous ? common('anonymous') : person.name || t('gifts.unnamed');
  return (
    <li className="admin-gift">
      <div>
        <p>
          <b className="num">{money({ amount, currency }, 'always')}</b> · {name}{' '}
          <span className="xs mut">
            · <RelativeTime at={gift.at} />
          </span>
        </p>
        <p className="sm">
          <Link className="link" to={`/campaign/${gift.campaign_slug || gift.campaign_id}`} lang={gift.campaign_lang}>
            {gift.campaign_title}
          </Link>
        </p>
        {(refunded > 0 || pending > 0 || costCurrency) && (
          <p className="xs mut num">
            {[
              pending > 0 && t('gifts.pending', { amount: money({ amount: pending, currency }, 'always') }),
              refunded > 0 && t('gifts.back', { amount: money({ amount: refunded, currency }, 'always') }),
              costCurrency && t('gifts.cost', { amount: money({ amount: cost, currency: costCurrency }, 'always') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {status === 'disputed' && <Dispute gift={gift} />}
        {gift.asked_at && (
          <p className="sm" dir="auto">
            <b>{t('gifts.asked')}</b> {gift.asked}
          </p>
        )}
      </div>
      <div className="admin-tags">
        <Chip>{t(`gifts.status.${status}`)}</Chip>
      </div>
      {pending === 0 && (status === 'completed' || status === 'partly_refunded') && <ReturnGift gift={gift} name={name} />}
    </li>
  );
}

function List({ first, search }: { first: ListFoundGift; search: Search }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [load] = useLazyGiftsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor, ...search }).unwrap(), step);
  return (
    <section>
      <p className="sm mut admin-count" role="status">
        {t('gifts.count', { count: first.total, shown: format.count(first.total) })}
      </p>
      <Rows>
        {list.items.map((gift) => (
          <Line key={gift.id} gift={gift} />
        ))}
      </Rows>
      <ListTail list={list} more={t('gifts.more')} />
    </section>
  );
}

function Found({ search }: { search: Search }) {
  const { t } = useTranslation('admin');
  const query = useGiftsQuery(search);
  const empty = <EmptyState title={t('gifts.none')} heading="h2" text={t('gifts.noneText')} />;
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('gifts.failed')} empty={empty} refused={forStaff}>
      {(first) => <List key={JSON.stringify(search)} first={first} search={search} />}
    </Loaded>
  );
}

/** Gifts to all campaigns, by reference, campaign and day, with disputes and refunds. What is typed stays out of the address. */
export function GiftsPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('gifts.title'));
  const id = useId();
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const q = useSettled(text.trim());
  return (
    <div className="wrap page admin">
      <h1>{t('gifts.title')}</h1>
      <div role="search" className="admin-gifts-search">
        <div className="admin-search">
          <label className="sr" htmlFor={id}>
            {t('gifts.search')}
          </label>
          <Icon name="search" />
          <input
            id={id}
            className="input"
            type="search"
            autoComplete="off"
            maxLength={longestSearch}
            placeholder={t('gifts.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <label className="admin-day">
          <span className="sm">{t('gifts.from')}</span>
          <input className="input" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </label>
        <label className="admin-day">
          <span className="sm">{t('gifts.until')}</span>
          <input className="input" type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </label>
      </div>
      <Found search={{ ...(q && { q }), ...(from && { from }), ...(until && { until }) }} />
    </div>
  );
}
