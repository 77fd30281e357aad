import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SharedPost } from '@/api/generated/feed';
import { PersonLink } from '@/parts/PersonLink';
import { RelativeTime } from '@/ui/RelativeTime';
import { PostFiles } from './PostFiles';
import { Words } from './Words';

/** What a post shares, as it is now, with its author. */
export function Original({ post }: { post: SharedPost }) {
  const { t } = useTranslation('feed');
  const { id, gone, author, page, text, lang, at, edited_at: edited } = post;
  if (gone) {
    return (
      <div className="feed-original">
        <p>
          <b>{t('share.gone')}</b>
        </p>
        <p className="sm mut">{t('share.goneText')}</p>
      </div>
    );
  }
  const name = page?.name ?? (author.name || t('gone'));
  return (
    <blockquote className="feed-original" aria-label={t('share.of', { name })}>
      <p>
        {page ? (
          <Link to={`/my/pages/${page.id}`} lang={page.lang}>
            <b>{name}</b>
          </Link>
        ) : (
          <PersonLink id={author.id}>
            <b>{name}</b>
          </PersonLink>
        )}
      </p>
      <p className="xs mut">
        {at && <RelativeTime at={at} />}
        {edited && ` · ${t('edited')}`}
        {' · '}
        <Link className="feed-original-see" to={`/my/activity?post=${id}`}>
          {t('share.see')}
        </Link>
      </p>
      {text !== '' && <Words className="feed-words" text={text} lang={lang} />}
      {post.files.length > 0 && <PostFiles post={post} />}
    </blockquote>
  );
}
