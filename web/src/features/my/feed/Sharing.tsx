import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedItem, useWritePostMutation } from '@/api/generated/feed';
import { useMyPagesQuery } from '@/api/generated/pagecampaigns';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/Select';
import { copyText } from '@/ui/share';
import { showToast } from '@/ui/toast';
import { Original } from './Original';
import { PostForm } from './PostForm';

/** Passes the post's address on: onto the clipboard, else to be copied by hand. */
function CopyLink({ post, onDone }: { post: string; onDone: () => void }) {
  const { t } = useTranslation(['feed', 'common']);
  const [byHand, setByHand] = useState(false);
  const url = new URL(`/my/activity?post=${post}`, location.origin).href;
  if (byHand) {
    return (
      <label className="field">
        <span className="field-label">{t('share.byHand')}</span>
        <input className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
    );
  }
  const copy = async () => {
    if (!(await copyText(url))) {
      setByHand(true);
      return;
    }
    // Behind a dialog it would not be seen.
    onDone();
    showToast({ title: t('common:share.copied'), text: t('common:share.copiedText') });
  };
  return (
    <p>
      <Button variant="quiet" size="small" onClick={() => void copy()}>
        {t('share.copy')}
      </Button>
    </p>
  );
}

/** A dialog in which a post is shared; of one that shares another, that other. */
export function Sharing({ post, me, onClose }: { post: FeedItem; me: string; onClose: () => void }) {
  const { t } = useTranslation('feed');
  const [write] = useWritePostMutation();
  // A page may have been opened, closed or left since it was last asked for.
  const { currentData } = useMyPagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const pages = currentData?.items ?? [];
  const [chosen, choose] = useState('');
  const page = pages.find(({ id }) => id === chosen);
  const original = post.original ?? { ...post, gone: false };
  return (
    <PostForm
      me={me}
      title={t('share.title')}
      ask={t('share.ask')}
      rows={3}
      label={t('share.send')}
      busyLabel={t('share.sending')}
      draft={`feed.share.${original.id}`}
      filled
      audience={page && t('compose.asHint', { name: page.name })}
      signedOut={t('compose.signedOut')}
      renderAround={(words) => (
        <>
          {pages.length > 0 && (
            <label className="field">
              <span className="field-label">{t('share.as')}</span>
              <Select value={page ? chosen : ''} onChange={({ target }) => choose(target.value)}>
                <option value="">{t('share.own')}</option>
                {pages.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </label>
          )}
          {words}
          <Original post={original} />
          <CopyLink post={post.id} onDone={onClose} />
        </>
      )}
      send={(text, lang) =>
        write({ writePostBody: { text, lang, shared_id: original.id, ...(page && { page_id: page.id }) } }).unwrap()
      }
      onDone={() => showToast({ title: t('share.sent') })}
      onClose={onClose}
    />
  );
}
