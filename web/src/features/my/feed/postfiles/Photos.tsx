import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedItem } from '@/api/generated/feed';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

interface Props {
  photos: FeedItem['files'];
  /** Which one is shown first. */
  first: number;
  onClose: () => void;
}

/** All photographs of a post, each as a whole, one after the other. */
export function Photos({ photos, first, onClose }: Props) {
  const { t } = useTranslation('feed');
  const [at, setAt] = useState(first);
  const photo = photos[at];
  const count = photos.length;
  // Behind the last comes the first, so that no button ever goes from below the finger or the focus.
  const go = (by: number) => setAt((at + by + count) % count);
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1);
    if (key === 'ArrowLeft') go(-1);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!photo) return null;
  return (
    <Dialog kind="dialog feed-viewer" open title={t('attach.photos.title', { number: at + 1, count })} onClose={onClose}>
      <div className="stack">
        <img
          key={photo.upload}
          className="feed-whole"
          src={`/media/post-photo/${photo.upload}/1600.jpg`}
          alt={photo.alt || t('attach.photos.title', { number: at + 1, count })}
        />
        {photo.alt && <p>{photo.alt}</p>}
        {count > 1 && (
          <div className="feed-do">
            <Button variant="outline" onClick={() => go(-1)}>
              {t('attach.photos.previous')}
            </Button>
            <Button variant="outline" onClick={() => go(1)}>
              {t('attach.photos.next')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
