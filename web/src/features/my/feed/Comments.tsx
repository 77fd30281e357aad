import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PostReply,
  useDeleteCommentMutation,
  useEditCommentMutation,
  usePostCommentsQuery,
  useWriteCommentMutation,
} from '@/api/generated/feed';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { sendsByEnter } from '@/parts/sendsByEnter';
import { useDeleted } from '@/parts/undoable';
import { useRefusedToast } from '@/parts/useRefusedToast';
import { useWish } from '@/parts/useWish';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { showToast } from '@/ui/toast';
import { FeedIcon } from './icons';
import { LeftWords } from './LeftWords';
import { OwnOptions } from './Options';
import { Others } from './Others';
import { commentsAreShown, useToggleCommentLikeMutation } from './shown';
import { useDeleting } from './useDeleting';
import { Words } from './Words';
import { asLang, type Lang, useWriting } from './writing';

/** The most characters of a comment that the server takes. */
const longest = 2000;

interface FormProps {
  me: string;
  label: string;
  draft?: string;
  initial?: string;
  focused?: boolean;
  /** What could not be done, where it can't. */
  failed?: string;
  signedOut?: string;
  send: (text: string, lang: Lang) => Promise<unknown>;
  onDone: (left: string) => void;
  onCancel?: () => void;
}

/** A line in which a comment is written: Enter sends it, with Shift it breaks the line. */
function CommentForm({ label, focused, failed, onCancel, ...options }: FormProps) {
  const { t } = useTranslation('feed');
  const id = useId();
  const { text, change, fault, failure, busy, blank, submit, giveUp } = useWriting({ ...options, longest });
  const cancel = onCancel && giveUp(onCancel);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && cancel) cancel();
    if (!sendsByEnter(event)) return;
    event.preventDefault();
    submit();
  };
  const wrong = fault ?? (failure && [failed, failure.title, ...failure.unplaced, failure.advice].filter(Boolean).join('. '));
  return (
    <form
      className="feed-say"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="feed-say-line">
        <textarea
          className="input"
          rows={Math.min(6, text.split('\n').length)}
          value={text}
          // A change closes with its answer: words that come after it would go with it.
          readOnly={busy && options.initial !== undefined}
          aria-label={label}
          placeholder={label}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-fault` : undefined}
          // It was asked for by the press that opened it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
          onChange={({ target }) => change(target.value)}
          onKeyDown={press}
        />
        <Button type="submit" variant="quiet" iconOnly label={t('comments.send')} disabled={blank} busy={busy}>
          <FeedIcon name="send" />
        </Button>
        {cancel && (
          <Button variant="quiet" size="small" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {wrong && (
        <span id={`${id}-fault`} className="field-error" role="alert">
          {wrong}
        </span>
      )}
    </form>
  );
}

interface OneProps {
  post: string;
  comment: PostReply;
  me: string;
  /** The comment below which an answer to this one goes. */
  parent: string;
}

function LikeComment({ comment }: { comment: PostReply }) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const [toggle] = useToggleCommentLikeMutation();
  const refused = useRefusedToast();
  const { wished, wish } = useWish(
    (liked: boolean) => toggle({ toggleCommentLikeBody: { comment_id: comment.id, liked } }).unwrap(),
    (problem) => refused(problem, t('react.failed'), { title: t('react.signedOut'), text: t('react.signedOutAdvice') }),
  );
  const liked = wished ?? comment.liked;
  const likes = comment.likes + Number(liked) - Number(comment.liked);
  return (
    <button type="button" className="feed-small" aria-pressed={liked} onClick={() => wish(!liked)}>
      {t('react.like')}
      {likes > 0 && ` · ${format.count(likes)}`}
    </button>
  );
}

function Said({ post, comment, me, parent }: OneProps) {
  const { t } = useTranslation('feed');
  const [asked, ask] = useState<'edit' | 'reply'>();
  const isDeleted = useDeleted().has(comment.id);
  const [edit] = useEditCommentMutation();
  const [remove] = useDeleteCommentMutation();
  const [write] = useWriteCommentMutation();
  const close = () => ask(undefined);
  const { author, text, id } = comment;
  const erase = useDeleting('comment', id, () => remove({ commentBody: { comment_id: id } }).unwrap());
  if (text === '' || isDeleted) {
    return (
      <>
        <p className="feed-bubble mut">{t('comments.deleted')}</p>
        {text === '' && <LeftWords about={id} me={me} />}
      </>
    );
  }
  if (asked === 'edit') {
    return (
      <CommentForm
        me={me}
        label={t('comments.edit')}
        initial={text}
        draft={`feed.edit.${post}.${id}`}
        focused
        signedOut={t('comments.editSignedOut')}
        send={(words) => edit({ editCommentBody: { comment_id: id, text: words, lang: asLang(comment.lang) } }).unwrap()}
        onDone={close}
        onCancel={close}
      />
    );
  }
  return (
    <>
      <div className="feed-bubble">
        <PersonLink id={author.id}>
          <b>{author.name || t('gone')}</b>
        </PersonLink>
        <Words className="feed-words" text={text} lang={comment.lang} />
        {author.id === me ? (
          <div className="feed-options">
            <OwnOptions kind="comment" name={author.name} onEdit={() => ask('edit')} onDelete={erase} />
          </div>
        ) : (
          <Others kind="comment" id={id} name={author.name} author={author.id} />
        )}
      </div>
      <div className="feed-below xs mut">
        <RelativeTime at={comment.at} />
        {comment.edited_at && <span>{t('edited')}</span>}
        <LikeComment comment={comment} />
        <button type="button" className="feed-small" onClick={() => ask('reply')}>
          {t('comments.reply')}
        </button>
      </div>
      {asked === 'reply' && (
        <CommentForm
          me={me}
          label={t('comments.replyTo', { name: author.name || t('gone') })}
          draft={`feed.reply.${post}.${id}`}
          focused
          send={(words, lang) =>
            write({ writeCommentBody: { post_id: post, parent_id: parent, text: words, lang } }).unwrap()
          }
          failed={t('comments.sendFailed')}
          signedOut={t('comments.signedOut')}
          onDone={(left) => {
            if (!left) close();
            showToast({ title: t('comments.done') });
          }}
          onCancel={close}
        />
      )}
    </>
  );
}

function One(props: OneProps) {
  const { comment } = props;
  return (
    <>
      <Avatar name={comment.author.name} id={comment.author.id ?? comment.id} picture={comment.author.avatar} />
      <div className="feed-said">
        <Said {...props} />
      </div>
    </>
  );
}

/** Comments shown at first, and how many a press adds. */
const first = 3;
const more = 20;

interface PageProps {
  post: string;
  me: string;
  cursor?: string;
}

/** A page of comments, the newest last, below those before it once they are asked for. */
function Page({ post, me, cursor }: PageProps) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const [earlier, setEarlier] = useState(false);
  const args = cursor ? { id: post, limit: more, cursor } : { id: post, limit: first };
  const key = JSON.stringify(args);
  const query = usePostCommentsQuery(args);
  useEffect(() => commentsAreShown(JSON.parse(key) as object), [key]);
  const deleted = useDeleted();
  const isThere = ({ id }: PostReply) => !deleted.has(id);
  const left = (total: number, here: number) => total - here;
  return (
    <Loaded
      query={{ ...query, currentData: query.currentData ?? query.data }}
      skeleton={
        <Loading>
          <Bone height="56px" />
        </Loading>
      }
      failed={t('comments.failed')}
    >
      {({ items, next, total }) => (
        <>
          {next && earlier && <Page post={post} me={me} cursor={next} />}
          {next && !earlier && (
            <Button variant="quiet" size="small" onClick={() => setEarlier(true)}>
              {cursor
                ? t('comments.more')
                : t('comments.earlier', {
                    count: left(total, items.length),
                    shown: format.count(left(total, items.length)),
                  })}
            </Button>
          )}
          {items.length > 0 && (
            <ul role="list" className="feed-list">
              {items
                .toReversed()
                .map((comment) => ({ comment, replies: comment.replies.filter(isThere) }))
                .filter(({ comment, replies }) => isThere(comment) || replies.length > 0)
                .map(({ comment, replies }) => (
                  <li key={comment.id}>
                    <div className="feed-comment">
                      <One post={post} comment={comment} me={me} parent={comment.id} />
                    </div>
                    {replies.length > 0 && (
                      <ul role="list" className="feed-list feed-replies">
                        {replies.map((reply) => (
                          <li key={reply.id} className="feed-comment">
                            <One post={post} comment={reply} me={me} parent={comment.id} />
                          </li>
                        ))}
                      </ul>
                    )}
                  </li>
                ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}

interface Props {
  post: string;
  me: string;
  /** They were opened to write one. */
  writes: boolean;
}

/** What is said about a post, and where one says more. */
export function Comments({ post, me, writes }: Props) {
  const { t } = useTranslation('feed');
  const [write] = useWriteCommentMutation();
  return (
    <section className="feed-comments" tabIndex={-1} data-around aria-label={t('comments.title')}>
      <Page post={post} me={me} />
      <CommentForm
        me={me}
        label={t('comments.write')}
        focused={writes}
        draft={`feed.comment.${post}`}
        send={(text, lang) => write({ writeCommentBody: { post_id: post, text, lang } }).unwrap()}
        failed={t('comments.sendFailed')}
        signedOut={t('comments.signedOut')}
        onDone={() => showToast({ title: t('comments.done') })}
      />
    </section>
  );
}
