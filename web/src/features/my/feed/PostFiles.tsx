import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedItem } from '@/api/generated/feed';
import { useFormat } from '@/i18n/useFormat';
import { showToast } from '@/ui/toast';
import { findDuration } from './postfiles/findDuration';
import { Photos } from './postfiles/Photos';

/** Photographs that are shown at once; the rest is behind the last of them. */
const most = 4;

/** What a post shows: photographs in a grid, videos and recordings with their controls. */
export function PostFiles({ post }: { post: Pick<FeedItem, 'files' | 'author' | 'page'> }) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const [shown, show] = useState<number>();
  const photos = post.files.filter(({ kind }) => kind === 'photo');
  const played = post.files.filter(({ kind }) => kind !== 'photo');
  const more = photos.length - most;
  const by = post.page?.name || post.author.name || t('gone');
  return (
    <>
      {photos.length > 0 && (
        <div className={`feed-photos feed-photos-${Math.min(most, photos.length)}`}>
          {photos.slice(0, most).map((photo, i) => (
            <button key={photo.upload} type="button" className="feed-photo" aria-haspopup="dialog" onClick={() => show(i)}>
              <img
                src={`/media/post-photo/${photo.upload}/800.jpg`}
                srcSet={`/media/post-photo/${photo.upload}/800.jpg 800w, /media/post-photo/${photo.upload}/1600.jpg 1600w`}
                sizes={photos.length === 1 ? '(max-width: 800px) 100vw, 720px' : '(max-width: 800px) 50vw, 360px'}
                alt={photo.alt || t('files.photo', { number: i + 1, count: photos.length })}
                loading="lazy"
                decoding="async"
                style={{ backgroundImage: photo.blur ? `url("${photo.blur}")` : undefined }}
              />
              {i === most - 1 && more > 0 && (
                <span className="feed-photo-more">
                  <span aria-hidden="true">+{format.count(more)}</span>
                  <span className="sr">{t('files.more', { count: more, shown: format.count(more) })}</span>
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      {played.map(({ kind, upload }) =>
        kind === 'video' ? (
          // What members film has no captions of ours.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            key={upload}
            className="feed-video"
            src={`/media/post-video/${upload}/video`}
            controls
            playsInline
            preload="metadata"
            aria-label={t('files.video', { name: by })}
          />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <audio
            key={upload}
            className="feed-audio"
            src={`/media/post-audio/${upload}/audio`}
            controls
            preload="metadata"
            aria-label={t('files.audio', { name: by })}
            onLoadedMetadata={findDuration}
            onError={() => showToast({ tone: 'error', title: t('files.playFailed'), text: t('files.playAdvice') })}
          />
        ),
      )}
      {shown !== undefined && (
        <Photos photos={photos} first={shown} onClose={() => show(undefined)} />
      )}
    </>
  );
}
