import './book.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CampaignDetail,
  type ListSupporter,
  type Supporter,
  useCampaignSupportersQuery,
  useLazyCampaignSupportersQuery,
} from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { Avatar } from '@/ui/Avatar';
import { Card } from '@/ui/Card';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { ExportButton } from '../ExportButton';
import { Refund } from './Refund';

/** Under which name a gift stands on the campaign's page: nobody reads who hid it, whoever runs the campaign among them. */
function useGiver(): (gift: Supporter) => string {
  const { t } = useTranslation('book');
  const { t: common } = useTranslation();
  return ({ anonymous, person }) => (anonymous ? common('anonymous') : person.name || t('gifts.unnamed'));
}

function Row({ gift, campaign }: { gift: Supporter; campaign: CampaignDetail }) {
  const format = useFormat();
  const giver = useGiver();
  const { amount, currency, anonymous, person, message, lang, at } = gift;
  return (
    <li className="book-gift">
      <Avatar name={anonymous ? '' : person.name} id={person.id ?? gift.id} picture={person.avatar} size={40} />
      <div className="book-gift-body">
        <p>
          <b>{giver(gift)}</b>{' '}
          <span className="xs mut">
            · <RelativeTime at={at} />
          </span>
        </p>
        {message && (
          <p className="sm mut" lang={lang || undefined}>
            {message}
          </p>
        )}
      </div>
      <div className="book-gift-end">
        <b className="num strand-money book-gift-amount">{currency && format.money({ amount, currency }, 'always')}</b>
        {campaign.owned && <Refund campaign={campaign.id} gift={gift} name={giver(gift)} />}
      </div>
    </li>
  );
}

const step = 20;

function List({ campaign, first }: { campaign: CampaignDetail; first: ListSupporter }) {
  const { t } = useTranslation(['book', 'pledges']);
  const giver = useGiver();
  const [fetchPage] = useLazyCampaignSupportersQuery();
  const load = (cursor: string, limit?: number) =>
    fetchPage({ id: campaign.id, kind: 'money', ...(cursor && { cursor }), ...(limit && { limit }) }).unwrap();
  const list = useLiveList(first, (cursor) => load(cursor), step);
  return (
    <>
      <div className="book-head">
        <p className="mut">{t('gifts.text')}</p>
        <ExportButton
          name={`${campaign.slug}-${t('gifts.file')}`}
          head={(['at', 'giver', 'amount', 'currency', 'message', 'reference'] as const).map((one) => t(`gifts.${one}`))}
          row={(gift: Supporter) => [
            { at: gift.at },
            giver(gift),
            { minor: gift.amount },
            gift.currency,
            gift.message,
            gift.id,
          ]}
          load={(cursor) => load(cursor, 100)}
        />
      </div>
      <Card>
        <ul role="list">
          {list.items.map((gift) => (
            <Row key={gift.id} gift={gift} campaign={campaign} />
          ))}
        </ul>
      </Card>
      <ListTail list={list} more={t('pledges:more')} />
    </>
  );
}

/** The gifts of money to a campaign, the newest first, and all of them as a file. */
export function Gifts({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('book');
  const query = useCampaignSupportersQuery({ id: campaign.id, kind: 'money' });
  const { refetch, isUninitialized } = query;
  // Only the list of all kinds is pushed; the campaign's figures are, too, and tell when there is something to fetch.
  const figures = `${campaign.gifts} ${campaign.raised_amount}`;
  const listed = useRef(figures);
  useEffect(() => {
    if (listed.current === figures || isUninitialized) return;
    listed.current = figures;
    void refetch();
  }, [figures, isUninitialized, refetch]);
  return (
    <section aria-label={t('gifts.title')} className="stack">
      <Loaded
        query={query}
        skeleton={
          <Loading>
            <div className="stack">
              <Bone height="72px" />
              <Bone height="72px" />
            </div>
          </Loading>
        }
        failed={t('gifts.failed')}
        empty={<EmptyState heading="h2" title={t('gifts.none')} text={t('gifts.noneText')} />}
      >
        {(first) => <List campaign={campaign} first={first} />}
      </Loaded>
    </section>
  );
}
