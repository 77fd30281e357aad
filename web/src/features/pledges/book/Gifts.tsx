import './book.css';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import {
  type CampaignGift,
  type ListCampaignGift,
  useCampaignGiftsQuery,
  useLazyCampaignGiftsQuery,
} from '@/api/generated/giving';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { useLiveList } from '@/parts/useLiveList';
import { WriteLink } from '@/parts/WriteLink';
import { Avatar } from '@/ui/Avatar';
import { Card } from '@/ui/Card';
import { Chip } from '@/ui/Chip';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { ExportButton } from '../ExportButton';
import { Decline, Refund } from './Refund';

/** Under which name a gift stands on the campaign's page: nobody reads who hid it, whoever runs the campaign among them. */
function useGiver(): (gift: CampaignGift) => string {
  const { t } = useTranslation('book');
  const { t: common } = useTranslation();
  return ({ anonymous, person }) => (anonymous ? common('anonymous') : person.name || t('gifts.unnamed'));
}

/** What became of a gift since it was given; nothing of one that was paid and stayed. */
function Status({ gift }: { gift: CampaignGift }) {
  const { t } = useTranslation('book');
  const { money, longDate } = useFormat();
  const { status, refunded, currency, answer_by: answerBy, refund_pending: pending } = gift;
  if (pending > 0)
    return <p className="xs mut num">{t('gifts.pending', { amount: money({ amount: pending, currency }, 'always') })}</p>;
  if (status === 'completed') return null;
  if (status === 'partly_refunded')
    return (
      <p className="xs mut num">
        {t('gifts.status.partly_refunded', { amount: money({ amount: refunded, currency }, 'always') })}
      </p>
    );
  return (
    <div className="book-gift-status">
      <Chip>{t(`gifts.statusOf.${status}`)}</Chip>
      {status === 'under_way' && <p className="xs mut">{t('gifts.status.underWayText')}</p>}
      {status === 'disputed' && (
        <p className="xs mut">
          {t('gifts.status.disputedText', {
            answer: answerBy ? t('gifts.status.answerBy', { date: longDate(answerBy) }) : t('gifts.status.noAnswer'),
          })}
        </p>
      )}
    </div>
  );
}

function Row({ gift, campaign }: { gift: CampaignGift; campaign: CampaignDetail }) {
  const { t } = useTranslation('book');
  const format = useFormat();
  const giver = useGiver();
  const session = useSession();
  const me = session.status === 'member' && session.member.id;
  const { amount, currency, anonymous, person, message, lang, at, status, cost, cost_currency: costCurrency } = gift;
  const returnable = gift.refund_pending === 0 && (status === 'completed' || status === 'partly_refunded');
  return (
    <li className="book-gift">
      <Avatar name={anonymous ? '' : person.name} id={person.id ?? gift.id} picture={person.avatar} size={40} />
      <div className="book-gift-body">
        <p>
          <PersonLink id={anonymous ? undefined : person.id}>
            <b>{giver(gift)}</b>
          </PersonLink>{' '}
          <span className="xs mut">
            · <RelativeTime at={at} />
          </span>
        </p>
        {message && (
          <p className="sm mut" lang={lang || undefined}>
            {message}
          </p>
        )}
        {gift.asked_at && (
          <div className="book-gift-asked">
            <p className="sm">
              <b>{t('gifts.asked')}</b>
            </p>
            <p className="sm" dir="auto">
              {gift.asked}
            </p>
          </div>
        )}
        <Status gift={gift} />
      </div>
      <div className="book-gift-end">
        <b className="num strand-money book-gift-amount">{format.money({ amount, currency }, 'always')}</b>
        {costCurrency && (
          <span className="xs mut num">
            {t('gifts.cost', { amount: format.money({ amount: cost, currency: costCurrency }, 'always') })}
          </span>
        )}
        {!anonymous && person.id && person.id !== me && status === 'completed' && (
          <WriteLink
            size="small"
            variant="quiet"
            to={{ kind: 'member', id: person.id }}
            as={{ kind: 'campaign', id: campaign.id }}
            about={{ kind: 'gift' }}
            name={giver(gift)}
          />
        )}
        {campaign.owned && returnable && (
          <span className="book-gift-do">
            {gift.asked_at && <Decline campaign={campaign.id} gift={gift} name={giver(gift)} />}
            <Refund campaign={campaign.id} gift={gift} name={giver(gift)} />
          </span>
        )}
      </div>
    </li>
  );
}

const step = 20;

const columns = [
  'at',
  'giver',
  'amount',
  'currency',
  'refundedHead',
  'statusHead',
  'costHead',
  'costCurrency',
  'message',
  'reference',
] as const;

function List({ campaign, first }: { campaign: CampaignDetail; first: ListCampaignGift }) {
  const { t } = useTranslation(['book', 'pledges']);
  const giver = useGiver();
  const [fetchPage] = useLazyCampaignGiftsQuery();
  const load = (cursor: string, limit?: number) =>
    fetchPage({ id: campaign.id, ...(cursor && { cursor }), ...(limit && { limit }) }).unwrap();
  const list = useLiveList(first, (cursor) => load(cursor), step);
  return (
    <>
      <div className="book-head">
        <p className="mut">{t('gifts.text')}</p>
        <ExportButton
          name={`${campaign.slug}-${t('gifts.file')}`}
          head={columns.map((one) => t(`gifts.${one}`))}
          row={(gift: CampaignGift) => [
            { at: gift.at },
            giver(gift),
            { minor: gift.amount },
            gift.currency,
            { minor: gift.refunded },
            t(`gifts.statusOf.${gift.status}`),
            gift.cost_currency ? { minor: gift.cost } : '',
            gift.cost_currency,
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
  const query = useCampaignGiftsQuery({ id: campaign.id });
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
