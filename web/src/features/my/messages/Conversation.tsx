import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Thread, ThreadMessage, ThreadSide } from '@/api/generated/messages';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useLiveList } from '@/parts/useLiveList';
import { Button } from '@/ui/Button';
import { classes } from '@/ui/classes';
import { Icon } from '@/ui/Icon';
import { useNow } from '@/ui/useNow';
import { routeBetween } from './addressed';
import { Composer } from './Composer';
import { byDay } from './days';
import { Options } from './Options';
import { Picture, useNameOf } from './Person';
import { Request } from './Request';
import { useLazyThreadQuery, useReadThreadMutation } from './shown';

const step = 30;

/** Where a side has a page that the reader may look at. */
function addressOf({ kind, id, slug }: ThreadSide): string | undefined {
  if (kind === 'page') return `/my/pages/${id}`;
  return kind === 'campaign' && slug ? `/campaign/${slug}` : undefined;
}

function Head({ thread, onGone }: { thread: Thread; onGone: () => void }) {
  const { t } = useTranslation('messages');
  const nameOf = useNameOf();
  const { name, lang } = nameOf(thread.other);
  const { name: ours, lang: oursLang } = nameOf(thread.side);
  const to = addressOf(thread.other);
  return (
    <header className="messages-head">
      <Link className="btn btn-quiet btn-icon messages-back" to="/my/messages">
        <Icon name="left" />
        <span className="sr">{t('backToAll')}</span>
      </Link>
      <Picture side={thread.other} />
      <div className="messages-head-text">
        <h1 lang={lang}>
          {to ? (
            <Link className="messages-head-link" to={to}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h1>
        {thread.side.kind !== 'member' && (
          <p className="sm mut">
            {t('as')} <span lang={oursLang}>{ours}</span>
          </p>
        )}
      </div>
      <Options thread={thread} name={name} onGone={onGone} />
    </header>
  );
}

/** The day of messages, in words. */
function useDayText(): (at: string) => string {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const now = useNow();
  return (at) => {
    const days = [new Date(at), new Date(now)].map((date) => date.toDateString());
    return days[0] === days[1] ? t('today') : format.longDate(at);
  };
}

interface SaidProps {
  message: ThreadMessage;
  /** Who wrote it is not clear from the side alone. */
  named: boolean;
  seen: boolean;
  last: boolean;
}

function Said({ message, named, seen, last }: SaidProps) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const { own, author, text, lang, at } = message;
  return (
    <li className={classes('messages-said', own && 'messages-own')}>
      <span className="sr">{own ? t('yours') : t('theirs', { name: author })}</span>
      {named && author && (
        <span className="xs mut" aria-hidden={!own || undefined}>
          {author}
        </span>
      )}
      {text ? (
        <p className="messages-bubble" lang={lang}>
          {text}
        </p>
      ) : (
        <p className="messages-bubble mut">{t('deleted')}</p>
      )}
      <span className="messages-time xs mut">
        <time dateTime={at} title={format.dateTime(at)}>
          {format.time(at)}
        </time>
        {own && last && (
          <>
            {' · '}
            {seen && <Icon name="check" size={14} />} {t(seen ? 'seen' : 'sent')}
          </>
        )}
      </span>
    </li>
  );
}

function Messages({ thread }: { thread: Thread }) {
  const { t } = useTranslation('messages');
  const dayText = useDayText();
  const [load] = useLazyThreadQuery();
  const list = useLiveList(
    thread.messages,
    async (cursor) => (await load({ id: thread.id, limit: step, cursor }).unwrap()).messages,
    step,
  );
  const end = useRef<HTMLDivElement>(null);
  const newest = list.items[0]?.id;
  // What arrives is read at the end, where one is at first, too.
  useEffect(() => {
    if (newest) end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  const lastOwn = list.items.find(({ own }) => own)?.id;
  const team = thread.side.kind !== 'member';
  return (
    // A reader of the keyboard scrolls it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="messages-log" role="log" aria-label={t('log')} tabIndex={0}>
      {list.failure && <FailureNotice title={list.failure.title}>{list.failure.advice}</FailureNotice>}
      {list.hidden && (
        <Button variant="quiet" size="small" onClick={() => void list.more()}>
          {t('older')}
        </Button>
      )}
      {byDay(list.items).map(({ day, messages }) => (
        <Fragment key={day}>
          <p className="messages-day xs mut">{dayText(messages[0]?.at ?? '')}</p>
          <ul role="list">
            {messages.map((message) => (
              <Said
                key={message.id}
                message={message}
                named={message.own ? team : thread.other.kind === 'campaign'}
                seen={message.number <= thread.seen_to}
                last={message.id === lastOwn}
              />
            ))}
          </ul>
        </Fragment>
      ))}
      <div ref={end} />
    </div>
  );
}

/** Marks what is on screen as read, once somebody looks. */
function useReading(thread: Thread): void {
  const [read] = useReadThreadMutation();
  const [looks, setLooks] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const changed = () => setLooks(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
  const { id, side, unread, messages } = thread;
  const upTo = unread > 0 ? Math.max(0, ...messages.items.filter(({ own }) => !own).map(({ number }) => number)) : 0;
  useEffect(() => {
    if (!looks || upTo === 0) return;
    // What can't be marked stays unread, and is marked at the next look.
    read({ readThreadBody: { thread_id: id, side_id: side.id, up_to: upTo } })
      .unwrap()
      .catch((error: unknown) => console.warn('messages were not marked as read', error));
  }, [read, id, side.id, upTo, looks]);
}

interface Props {
  thread: Thread;
  me: string;
  onGone: () => void;
}

/** A conversation: what was written, live, and where one answers. */
export function Conversation({ thread, me, onGone }: Props) {
  const { t } = useTranslation('messages');
  const nameOf = useNameOf();
  const { name } = nameOf(thread.other);
  useReading(thread);
  return (
    <>
      <Head thread={thread} onGone={onGone} />
      <Messages key={thread.id} thread={thread} />
      {thread.closed && <p className="messages-over sm mut">{t('closed')}</p>}
      {!thread.closed && thread.request && <Request thread={thread} name={name} onGone={onGone} />}
      {!thread.closed && !thread.request && (
        <Composer
          key={thread.id}
          me={me}
          route={routeBetween(thread.side, thread.other)}
          name={name}
          draft={`${thread.side.id}.${thread.id}`}
        />
      )}
    </>
  );
}
