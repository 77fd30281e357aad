import './feed.css';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedItem, type FeedPage, useFeedNewsQuery, useFeedQuery } from '@/api/generated/feed';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { withNewest } from '@/parts/liveList';
import { Loaded } from '@/parts/Loaded';
import { useDeleted } from '@/parts/undoable';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { LeftWords } from './LeftWords';
import { folded, MilestonesCard } from './Milestones';
import { PostCard, UpdateCard } from './PostCard';
import { Compose, type Publisher } from './postfiles/Compose';
import { FeedIcon } from './icons';
import { NewShift } from './NewShift';
import type { ComposeTab } from './postfiles/tabs';
import { feedIsShown, onLook, onWrittenHere, writtenHere } from './shown';

/** Posts of a page. */
const step = 20;

/** How many of the newest are told of: of more one only knows that there are as many. */
const mostNews = 20;

type Shown = FeedItem & { readonly mine: string | undefined; readonly edits: boolean };

export function withMine({ items, next, mine, edits }: FeedPage): { items: readonly Shown[]; next: string } {
  return { items: items.map((item) => ({ ...item, mine: mine[item.id], edits: edits.includes(item.id) })), next };
}

export function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="180px" />
        <Bone height="180px" />
      </div>
    </Loading>
  );
}

export function Items({ items, me }: { items: readonly Shown[]; me: string }) {
  const deleted = useDeleted();
  return folded(items).map((group) => {
    const item = group[0];
    if (!item) return null;
    if (item.deleted) return <LeftWords key={`${item.id}-left`} about={item.id} me={me} />;
    if (deleted.has(item.id)) return null;
    if (item.kind === 'update') return <UpdateCard key={item.id} update={item} />;
    if (item.kind === 'milestone') return <MilestonesCard key={item.id} items={group} />;
    return <PostCard key={item.id} post={item} mine={item.mine} me={me} edits={item.edits} />;
  });
}

/** A page that was asked for by a press, and those after it. */
function Older({ cursor, me }: { cursor: string; me: string }) {
  const { t } = useTranslation('feed');
  const query = useFeedQuery({ limit: step, cursor });
  useEffect(() => feedIsShown({ limit: step, cursor }), [cursor]);
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('failed')}>
      {(page) => (
        <>
          <Items items={withMine(page).items} me={me} />
          <Tail next={page.next} me={me} />
        </>
      )}
    </Loaded>
  );
}

function Tail({ next, me }: { next: string; me: string }) {
  const { t } = useTranslation('feed');
  const [from, setFrom] = useState('');
  if (from) return <Older key={from} cursor={from} me={me} />;
  if (!next) return null;
  return (
    <Button variant="outline" onClick={() => setFrom(next)}>
      {t('more')}
    </Button>
  );
}

function latest(items: readonly { at: string }[]): string {
  return items[0]?.at ?? '';
}

interface ListProps {
  first: FeedPage;
  me: string;
  again: () => Promise<FeedPage | undefined>;
  /** How often whose words are shown has changed: what was gathered before counts no more. */
  looks: number;
}

/**
 * What others posted since the reader looked, or they themselves on another device, waits behind a button, so that nothing moves;
 * what they write here is there at once.
 */
function List({ first, me, again, looks }: ListProps) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const { data: news } = useFeedNewsQuery();
  const [since, setSince] = useState(() => latest(first.items));
  const [opened, setOpened] = useState(0);
  const [newest, setNewest] = useState(first);
  const [known, setKnown] = useState(() => withMine(first));
  const top = useRef<HTMLDivElement>(null);
  if (newest !== first) {
    setNewest(first);
    setKnown(withNewest(known, withMine(first)));
  }
  const [looked, setLooked] = useState(looks);
  if (looked !== looks) {
    setLooked(looks);
    setKnown(withMine(first));
    setSince(latest(first.items));
  }
  const here = useSyncExternalStore(onWrittenHere, writtenHere);
  const isNew = (id: string, at: string, author: string | undefined) =>
    Date.parse(at) > Date.parse(since || '1970-01-01') && (author !== me || (here.sending === 0 && !here.ids.has(id)));
  const told = (news?.items ?? []).filter(({ id, at, author }) => isNew(id, at, author)).map(({ id }) => id);
  const fresh = new Set([
    ...told,
    ...known.items.filter(({ id, at, author, deleted }) => !deleted && isNew(id, at, author.id)).map(({ id }) => id),
  ]);
  const items = known.items.filter(({ id, at, author }) => !isNew(id, at, author.id));
  const show = async () => {
    const page = await again();
    if (!page) return;
    setSince(latest(page.items));
    setOpened(opened + 1);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="feed-items" ref={top} tabIndex={-1} data-around>
      <div role="status" className="feed-fresh">
        {fresh.size > 0 && (
          <button type="button" className="feed-new" onClick={() => void show()}>
            <Icon name="up" size={18} />
            {t(told.length < mostNews ? 'new' : 'newest', { count: fresh.size, shown: format.count(fresh.size) })}
          </button>
        )}
      </div>
      {items.every(({ deleted }) => deleted) && <EmptyState heading="h3" title={t('empty')} text={t('emptyText')} />}
      <Items items={items} me={me} />
      <Tail key={opened} next={known.next} me={me} />
    </div>
  );
}

/** Opens what a post is written in, as a page where one is named. */
export function Composer({ me, page }: { me: string; page?: Publisher }) {
  const { t } = useTranslation('feed');
  const [open, setOpen] = useState(false);
  // Once opened it stays, and with it what is being sent.
  const [asked, ask] = useState<ComposeTab>();
  const opens = (tab: ComposeTab) => () => {
    ask(tab);
    setOpen(true);
  };
  return (
    <Card className="feed-composer">
      <div className="feed-open">
        <button type="button" className="feed-opener" aria-haspopup="dialog" onClick={opens('text')}>
          {page ? t('compose.as', { name: page.name }) : t('compose.opener')}
        </button>
        <Button variant="quiet" iconOnly label={t('compose.media')} aria-haspopup="dialog" onClick={opens('media')}>
          <FeedIcon name="photo" />
        </Button>
        <Button variant="quiet" iconOnly label={t('compose.audio')} aria-haspopup="dialog" onClick={opens('audio')}>
          <FeedIcon name="mic" />
        </Button>
      </div>
      {!page && (
        <div className="feed-ways">
          <NewShift />
          <LinkButton variant="quiet" size="small" to="/explore">
            <Icon name="heart" size={18} /> {t('compose.donate')}
          </LinkButton>
        </div>
      )}
      {asked && (
        <Compose me={me} page={page} open={open} tab={asked} onTab={ask} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

const firstPage = { limit: step };

/** What members write for one another, the newest first. */
export function Feed({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  const { t } = useTranslation('feed');
  const session = useSession();
  const query = useFeedQuery(firstPage);
  useEffect(() => feedIsShown(firstPage), []);
  const me = session.status === 'member' ? session.member.id : '';
  const [looks, setLooks] = useState(0);
  const { refetch } = query;
  useEffect(
    () =>
      onLook(async () => {
        await refetch();
        setLooks((before) => before + 1);
      }),
    [refetch],
  );
  const again = async () => (await query.refetch()).data;
  return (
    <section className="feed" aria-labelledby="feed-title">
      <Heading id="feed-title">{t('title')}</Heading>
      <Composer me={me} />
      <Loaded query={query} skeleton={<Bones />} failed={t('failed')}>
        {(first) => <List first={first} me={me} again={again} looks={looks} />}
      </Loaded>
    </section>
  );
}
