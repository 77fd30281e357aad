import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedItem } from '@/api/generated/feed';
import { later } from '@/parts/later';
import { Icon } from '@/ui/Icon';

const Sharing = later(async () => (await import('./Sharing')).Sharing);

/** Opens the dialog in which a post is shared. */
export function Share({ post, me }: { post: FeedItem; me: string }) {
  const { t } = useTranslation('feed');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="feed-act feed-act-narrow" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="share" />
        <span>{t('share.act')}</span>
      </button>
      {open && <Sharing post={post} me={me} onClose={() => setOpen(false)} />}
    </>
  );
}
