import { type KeyboardEvent, useState } from 'react';
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
  const last = photos.length - 1;
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(at + 1);
    if (key === 'ArrowLeft') go(at - 1);
  };
  if (!photo) return null;
  return (
    <Dialog open title={t('attach.photos.title', { number: at + 1, count: photos.length })} onClose={onClose}>
      {/* The arrows press the buttons below. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="stack" onKeyDown={press}>
        <img
          key={photo.upload}
          className="feed-whole"
          src={`/media/post-photo/${photo.upload}/1600.jpg`}
          alt={photo.alt || t('attach.photos.title', { number: at + 1, count: photos.length })}
        />
        {photo.alt && <p>{photo.alt}</p>}
        {last > 0 && (
          <div className="feed-do">
            <Button variant="outline" disabled={at === 0} onClick={() => go(at - 1)}>
              {t('attach.photos.previous')}
            </Button>
            <Button variant="outline" disabled={at === last} onClick={() => go(at + 1)}>
              {t('attach.photos.next')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
