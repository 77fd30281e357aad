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
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { useLiveList } from '@/parts/useLiveList';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { classes } from '@/ui/classes';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState, Notice } from '@/ui/States';
import type { Strand } from '@/ui/StrandBar';
import { standingOf } from './gift';

/** Lines shown beside the story; in a list of their own, and how many a press adds there. */
const firstLines = 5;
const moreLines = 20;

/** What was given, in a few words. */
function useGiven(): (supporter: Supporter) => string {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  return ({ kind, amount, currency, minutes, quantity, item }) => {
    if (kind === 'time') return t('supporters.hours', { shown: format.count(minutes / 60) });
    const named = item || t('supporters.thing');
    if (kind === 'materials') return t('supporters.items', { shown: format.count(quantity), item: named });
    return currency ? format.money({ amount, currency }) : '';
  };
}

function Line({ supporter, arrived }: { supporter: Supporter; arrived: boolean }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const given = useGiven();
  const { person, anonymous, message, lang, at, status } = supporter;
  const shownName = anonymous ? common('anonymous') : person.name || t('supporters.unnamed');
  return (
    <li className={classes('campaign-supporter', arrived && 'campaign-supporter-arrived')}>
      <Avatar name={anonymous ? '' : person.name} id={person.id ?? supporter.id} picture={person.avatar} size={40} />
      <div>
        <p>
          <b className="num">{given(supporter)}</b>{' '}
          <span className="xs mut">
            · <RelativeTime at={at} />
            {status === 'accepted' && ` · ${t('supporters.pledged')}`}
          </span>
        </p>
        <p className="supporter-name">
          <PersonLink id={anonymous ? undefined : person.id}>{shownName}</PersonLink>
        </p>
        {message && (
          <p className="mut campaign-supporter-message" lang={lang || undefined}>
            {message}
          </p>
        )}
      </div>
    </li>
  );
}

interface ListProps {
  id: string;
  kind: Strand | undefined;
  first: ListSupporter;
  /** How many there are of all kinds. */
  total: number;
  /** Where only the newest are shown. */
  onAll?: (() => void) | undefined;
}

function List({ id, kind, first, total, onAll }: ListProps) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const [fetchPage] = useLazyCampaignSupportersQuery();
  const load = (cursor: string) => fetchPage({ id, cursor, ...(kind && { kind }) }).unwrap();
  const { items, fresh, hidden, more, failure } = useLiveList(first, load, moreLines);
  const visible = onAll ? items.slice(0, firstLines) : items;
  return (
    <>
      <ul role="list" className="campaign-lines">
        {visible.map((supporter, index) => (
          <Line key={supporter.id} supporter={supporter} arrived={index < fresh} />
        ))}
      </ul>
      {failure && (
        <div role="alert">
          <Notice tone="danger">{`${failure.title}. ${failure.advice}`}</Notice>
        </div>
      )}
      {(hidden || visible.length < items.length || (onAll && items.length < total)) && (
        <p className="campaign-lines-more">
          <Button variant="outline" size="small" onClick={onAll ?? more}>
            {onAll ? t('supporters.all', { shown: format.count(total) }) : t('supporters.more')}
          </Button>
        </p>
      )}
    </>
  );
}

function Bones() {
  return (
    <Loading>
      {Array.from({ length: firstLines }, (_, index) => (
        <div className="campaign-supporter" key={index}>
          <Bone width="40px" height="40px" radius="50%" />
          <div>
            <Bone width="180px" height="20px" />
            <Bone width="min(320px, 60%)" height="16px" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** What stands there before anybody gave: an invitation only where one can follow it. */
function Nobody({ page, kind }: Pick<Props, 'page' | 'kind'>) {
  const { t } = useTranslation('campaign');
  const standing = standingOf(page);
  if (kind && kind !== 'money') return <EmptyState title={t(`supporters.noneOf.${kind}`)} />;
  if (standing === 'ended') return <EmptyState title={t('supporters.noneEnded')} />;
  if (standing === 'no_money') return <EmptyState title={t('supporters.noneYet')} text={t('supporters.noneTime')} />;
  return <EmptyState title={t('supporters.none')} {...(standing === 'open' && { text: t('supporters.noneText') })} />;
}

/** The contributions in a kind. Those of all kinds alone are pushed: each push of them asks for these again. */
function useOfKind(id: string, kind: Strand | undefined, all: unknown) {
  const query = useCampaignSupportersQuery({ id, ...(kind && { kind }) }, { skip: !kind });
  const { refetch } = query;
  const known = useRef(all);
  useEffect(() => {
    if (kind && known.current && known.current !== all) void refetch();
    known.current = all;
  }, [kind, all, refetch]);
  return query;
}

interface Props {
  page: CampaignDetail;
  /** Only those in this kind. */
  kind?: Strand | undefined;
  onAll?: () => void;
}

/** Who gave, the newest first; new gifts slide in while one looks. */
export function Supporters({ page, kind, onAll }: Props) {
  const { t } = useTranslation('campaign');
  const { id } = page;
  const all = useCampaignSupportersQuery({ id });
  const ofKind = useOfKind(id, kind, all.currentData);
  return (
    <Loaded
      key={kind}
      query={kind ? ofKind : all}
      skeleton={<Bones />}
      failed={t('supporters.failed')}
      empty={<Nobody page={page} kind={kind} />}
    >
      {(first) => <List id={id} kind={kind} first={first} total={all.currentData?.total ?? first.total} onAll={onAll} />}
    </Loaded>
  );
}
