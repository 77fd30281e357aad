import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type ListThreadSummary,
  type ThreadSummary,
  useLazyMyThreadsQuery,
  useMyMessageCountsQuery,
} from '@/api/generated/messages';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { classes } from '@/ui/classes';
import { MemberIcon } from '@/ui/MemberIcon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Picture, useNameOf } from './Person';
import { useMyThreadsQuery } from './shown';

type Show = 'all' | 'unread' | 'requests';

const step = 20;

function Row({ thread, open }: { thread: ThreadSummary; open: boolean }) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const nameOf = useNameOf();
  const { name, lang } = nameOf(thread.other);
  const unread = thread.unread > 0;
  return (
    <li>
      <Link
        className={classes('messages-row', open && 'messages-row-open', unread && 'messages-row-unread')}
        to={`/my/messages/${thread.id}`}
        aria-current={open ? 'page' : undefined}
      >
        <Picture side={thread.other} />
        <span className="messages-row-text">
          <span className="messages-row-top">
            <b lang={lang}>{name}</b>
            <span className="xs mut">
              <RelativeTime at={thread.at} />
            </span>
          </span>
          {thread.side.kind !== 'member' && (
            <span className="messages-row-as xs mut" lang={thread.side.lang || undefined}>
              {nameOf(thread.side).name}
            </span>
          )}
          <span className="messages-row-top">
            <span className="messages-row-last sm">
              {thread.own && <>{t('you')} </>}
              <span lang={thread.lang || undefined}>{thread.text || t('deleted')}</span>
            </span>
            {thread.muted && (
              <span className="mut">
                <MemberIcon name="bellOff" size={16} />
                <span className="sr">{t('isMuted')}</span>
              </span>
            )}
            {unread && (
              <span className="messages-count">
                <span aria-hidden="true">{format.count(thread.unread)}</span>
                <span className="sr">{t('unreadHere', { count: thread.unread })}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Threads({ first, show, at }: { first: ListThreadSummary; show: Show; at: string | undefined }) {
  const { t } = useTranslation('messages');
  const [load] = useLazyMyThreadsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor, show }).unwrap(), step);
  return (
    <>
      <ul role="list" className="messages-rows">
        {list.items.map((thread) => (
          <Row key={`${thread.side.id}${thread.id}`} thread={thread} open={thread.id === at} />
        ))}
      </ul>
      <ListTail list={list} more={t('more')} />
    </>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack messages-bones">
        <Bone height="56px" />
        <Bone height="56px" />
        <Bone height="56px" />
      </div>
    </Loading>
  );
}

/** The conversations of the member, of their pages and of their campaigns, the newest first, live. */
export function List({ at, heading: Heading }: { at: string | undefined; heading: 'h1' | 'h2' }) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const [show, setShow] = useState<Show>('all');
  const query = useMyThreadsQuery({ limit: step, show });
  const { data: counts } = useMyMessageCountsQuery();
  const label = (one: Show, count = 0) =>
    count > 0 ? t('withCount', { what: t(`show.${one}`), count, shown: format.count(count) }) : t(`show.${one}`);
  return (
    <section className="messages-list" aria-label={t('title')}>
      <Heading>{t('title')}</Heading>
      <Segmented
        fit
        legend={t('show.legend')}
        options={[
          { value: 'all', label: label('all') },
          { value: 'unread', label: label('unread', counts?.unread) },
          { value: 'requests', label: label('requests', counts?.requests) },
        ]}
        value={show}
        onChange={setShow}
      />
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('failed')}
        empty={<EmptyState heading="h2" title={t(`none.${show}`)} text={t(`noneText.${show}`)} />}
      >
        {(first) => <Threads key={show} first={first} show={show} at={at} />}
      </Loaded>
    </section>
  );
}
