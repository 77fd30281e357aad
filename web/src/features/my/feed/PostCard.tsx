import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { discard } from '@/api/upload';
import { type FeedItem, useDeletePostMutation, useEditPostMutation, useLazyPostQuery } from '@/api/generated/feed';
import { asProblem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { later } from '@/parts/later';
import { PersonLink } from '@/parts/PersonLink';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useRefusedToast } from '@/parts/useRefusedToast';
import { useWish } from '@/parts/useWish';
import { Avatar } from '@/ui/Avatar';
import { classes } from '@/ui/classes';
import { Icon } from '@/ui/Icon';
import { MemberIcon } from '@/ui/MemberIcon';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { Comments } from './Comments';
import { FeedIcon } from './icons';
import { OwnOptions } from './Options';
import { Original } from './Original';
import { Others } from './Others';
import { PostFiles } from './PostFiles';
import { PostForm } from './PostForm';
import { Share } from './Share';
import { isReaction, type Reaction, useToggleReactionMutation, wishedFor } from './shown';
import { useDeleting } from './useDeleting';
import { Words } from './Words';
import { asLang, type Newest } from './writing';

const kinds = ['like', 'love', 'laugh'] as const;

const Reactors = later(async () => (await import('./Reactors')).Reactors);

interface Props {
  post: FeedItem;
  /** What the reader feels about it. */
  mine: string | undefined;
  me: string;
  /** The reader edits the page that wrote it. */
  edits?: boolean | undefined;
  /** It stands by itself: what is said about it is open. */
  whole?: boolean;
}

/** Says how many people feel what, the reader among them; pressed, it says who. */
function Felt({ post, mine }: Pick<Props, 'post' | 'mine'>) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const counts = { like: post.likes, love: post.loves, laugh: post.laughs };
  const all = post.likes + post.loves + post.laughs;
  if (all === 0) return <span />;
  const others = all - (mine ? 1 : 0);
  let words = t('felt.people', { count: all, shown: format.count(all) });
  if (mine) words = others === 0 ? t('felt.you') : t('felt.youAnd', { count: others, shown: format.count(others) });
  return (
    <>
      <button type="button" className="feed-sum" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {kinds
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <span key={kind} className="feed-mark" title={`${t(`react.${kind}`)}: ${format.count(counts[kind])}`}>
              <FeedIcon name={kind} size={14} />
            </span>
          ))}
        <span>{words}</span>
      </button>
      {open && <Reactors post={post.id} onClose={() => setOpen(false)} />}
    </>
  );
}

const speaker = 'speechSynthesis' in globalThis ? speechSynthesis : undefined;

function onVoices(changed: () => void): () => void {
  speaker?.addEventListener('voiceschanged', changed);
  return () => speaker?.removeEventListener('voiceschanged', changed);
}

/** Whether the browser has a voice at all; some know a moment later. */
function hasVoice(): boolean {
  return (speaker?.getVoices().length ?? 0) > 0;
}

/** Reads a post aloud with the browser's voice, in the post's language. */
function Listen({ post }: { post: FeedItem }) {
  const { t } = useTranslation('feed');
  const [speaks, setSpeaks] = useState(false);
  useEffect(() => (speaks ? () => speechSynthesis.cancel() : undefined), [speaks]);
  const able = useSyncExternalStore(onVoices, hasVoice);
  if (!able) return null;
  const press = () => {
    if (speaks) {
      setSpeaks(false);
      return;
    }
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(post.text);
    words.lang = post.lang;
    words.addEventListener('end', () => setSpeaks(false));
    words.addEventListener('error', () => setSpeaks(false));
    speechSynthesis.speak(words);
    setSpeaks(true);
  };
  return (
    <button type="button" className="feed-act feed-act-narrow" aria-pressed={speaks} onClick={press}>
      <FeedIcon name="listen" />
      <span>{t(speaks ? 'stop' : 'listen')}</span>
    </button>
  );
}

/** The post as the reader sees it, who may feel otherwise before the answer, and what they press. */
function useReacting(post: FeedItem, mine: Reaction | undefined) {
  const { t } = useTranslation('feed');
  const [toggle] = useToggleReactionMutation();
  const refused = useRefusedToast();
  const { wished, wish } = useWish(
    (kind: Reaction | '') => toggle({ toggleReactionBody: { post_id: post.id, kind } }).unwrap(),
    (problem, kind) => {
      const failed = mine ? 'react.changeFailed' : 'react.addFailed';
      return refused(problem, t(kind === '' ? 'react.removeFailed' : failed), {
        title: t('react.signedOut'),
        text: t('react.signedOutAdvice'),
      });
    },
  );
  const shown = wishedFor(post, mine, wished);
  return { ...shown, react: (kind: Reaction) => wish(shown.mine === kind ? '' : kind) };
}

function Reactions({ mine, react }: { mine: Reaction | undefined; react: (kind: Reaction) => void }) {
  const { t } = useTranslation('feed');
  return kinds.map((kind) => (
    <button
      key={kind}
      type="button"
      className={classes('feed-act', kind !== 'like' && 'feed-act-short', `feed-act-${kind}`)}
      aria-pressed={mine === kind}
      title={kind === 'like' ? undefined : t(`react.${kind}`)}
      onClick={() => react(kind)}
    >
      <FeedIcon name={kind} />
      <span className={kind === 'like' ? undefined : 'sr'}>{t(`react.${kind}`)}</span>
    </button>
  ));
}

/** What a post says, and since when. */
const said = ({ text, lang, at, edited_at: editedAt }: FeedItem): Newest => ({ text, lang, at: editedAt ?? at });

/** Saves what is changed of a post. Where somebody changed it meanwhile, what it says now is asked for, should no push tell. */
function useEditing(post: FeedItem) {
  const [edit] = useEditPostMutation();
  const [look] = useLazyPostQuery();
  const [seen, setSeen] = useState<{ inPlaceOf: string; words: Newest }>();
  const now = said(post);
  const send = async (text: string, _: unknown, buildsOn = now.at) => {
    try {
      await edit({ editPostBody: { post_id: post.id, text, lang: asLang(post.lang), builds_on: buildsOn } }).unwrap();
    } catch (error) {
      if (asProblem(error).code === 'post_changed') {
        const { data } = await look({ id: post.id });
        if (data) setSeen({ inPlaceOf: now.at, words: said(data.item) });
      }
      throw error;
    }
  };
  return { newest: seen?.inPlaceOf === now.at ? seen.words : now, send };
}

function Own({ post, me }: Pick<Props, 'post' | 'me'>) {
  const { t } = useTranslation('feed');
  const session = useSessionKeeper();
  const [editing, setEditing] = useState(false);
  const { newest, send } = useEditing(post);
  const [remove] = useDeletePostMutation();
  const erase = useDeleting('post', post.id, async () => {
    await remove({ postBody: { post_id: post.id } }).unwrap();
    // Where this is lost, they go by themselves.
    for (const { kind, upload } of post.files) void discard(`post-${kind}`, upload, session).catch(() => undefined);
  });
  return (
    <div className="feed-options">
      <OwnOptions
        kind="post"
        name={post.page?.name ?? post.author.name}
        onEdit={() => setEditing(true)}
        onDelete={erase}
      />
      {editing && (
        <PostForm
          me={me}
          title={t('compose.editTitle')}
          label={t('compose.save')}
          audience={post.page && t('compose.asHint', { name: post.page.name })}
          busyLabel={t('compose.saving')}
          initial={newest.text}
          draft={`feed.edit.${post.id}`}
          signedOut={t('compose.editSignedOut')}
          filled={post.files.length > 0 || post.original !== undefined}
          newest={newest}
          send={send}
          onDone={() => showToast({ title: t('compose.saved') })}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}

function Head({ item, below, children }: { item: FeedItem; below: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation('feed');
  const { author, page } = item;
  return (
    <div className="feed-head">
      {page ? (
        <Avatar name={page.name} id={page.id} picture={page.logo} />
      ) : (
        <Avatar name={author.name} id={author.id ?? item.id} picture={author.avatar} />
      )}
      <div className="feed-who">
        <p id={`feed-${item.id}`}>
          {page ? (
            <>
              <Link to={`/my/pages/${page.id}`} lang={page.lang}>
                <b>{page.name}</b>
              </Link>
              {page.verified && (
                <span className="feed-verified" title={t('verified')}>
                  <Icon name="shield" size={16} />
                  <span className="sr">{t('verified')}</span>
                </span>
              )}
            </>
          ) : (
            <PersonLink id={author.id}>
              <b>{author.name || t('gone')}</b>
            </PersonLink>
          )}
        </p>
        <p className="xs mut">{below}</p>
      </div>
      {children}
    </div>
  );
}

/** A post with what is felt and said about it. */
export function PostCard({ post, mine, me, edits, whole = false }: Props) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const [open, setOpen] = useState(whole);
  // “Comment” opens the comments to write one; their number opens them to read.
  const [writes, setWrites] = useState(false);
  const toggle = (toWrite: boolean) => () => {
    setWrites(toWrite);
    setOpen(!open);
  };
  const felt = useReacting(post, isReaction(mine) ? mine : undefined);
  return (
    <article className="card card-pad feed-post" aria-labelledby={`feed-${post.id}`}>
      <Head
        item={post}
        below={
          <>
            <RelativeTime at={post.at} /> · {t('everyone')}
            {post.edited_at && ` · ${t('edited')}`}
          </>
        }
      >
        {(post.page ? edits : post.author.id === me) ? (
          <Own post={post} me={me} />
        ) : (
          <Others
            kind="post"
            id={post.id}
            name={post.page?.name ?? post.author.name}
            author={post.page ? undefined : post.author.id}
          />
        )}
      </Head>
      {post.text !== '' && <Words className="feed-words" text={post.text} lang={post.lang} />}
      {post.files.length > 0 && <PostFiles post={post} />}
      {post.original && <Original post={post.original} />}
      <div className="feed-sums sm mut">
        <Felt post={felt.post} mine={felt.mine} />
        {post.shares > 0 && <span>{t('share.by', { count: post.shares, shown: format.count(post.shares) })}</span>}
        {post.comments > 0 && (
          <button type="button" className="feed-sum" aria-expanded={open} onClick={toggle(false)}>
            {t('comments.count', { count: post.comments, shown: format.count(post.comments) })}
          </button>
        )}
      </div>
      <div className="feed-acts">
        <Reactions mine={felt.mine} react={felt.react} />
        <button
          type="button"
          className="feed-act feed-act-narrow"
          aria-expanded={open}
          onClick={toggle(true)}
        >
          <FeedIcon name="comment" />
          <span>{t('comments.open')}</span>
        </button>
        {!post.original?.gone && <Share post={post} me={me} />}
        {post.text !== '' && <Listen post={post} />}
      </div>
      {open && <Comments post={post.id} me={me} writes={writes} />}
    </article>
  );
}

/** An update of a campaign that the reader runs, supports or follows. */
export function UpdateCard({ update }: { update: FeedItem }) {
  const { t } = useTranslation('feed');
  const titleOf = useCampaignTitle();
  const { campaign_title: title, campaign_slug: slug } = update;
  const to = `/campaign/${slug}?tab=updates`;
  return (
    <article className="card card-pad feed-post" aria-labelledby={`feed-${update.id}`}>
      <div className="feed-head">
        <span className="feed-flag">
          <MemberIcon name="flag" />
        </span>
        <div className="feed-who">
          <p id={`feed-${update.id}`}>
            <Link to={`/campaign/${slug}`} lang={title ? update.campaign_lang : undefined}>
              <b>{titleOf(title)}</b>
            </Link>
          </p>
          <p className="xs mut">
            <Trans
              t={t}
              i18nKey="update.by"
              components={{ who: <PersonLink id={update.author.id}>{update.author.name || t('gone')}</PersonLink> }}
            />
            {' · '}
            <RelativeTime at={update.at} />
          </p>
        </div>
      </div>
      <h3 lang={update.lang}>{update.title}</h3>
      <Words className="feed-words feed-words-update" text={update.text} lang={update.lang} />
      <p className="feed-do">
        <Link to={to} className="btn btn-outline btn-small">
          {t('update.read')}
        </Link>
      </p>
    </article>
  );
}
