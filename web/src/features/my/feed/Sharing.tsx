import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeedItem, useWritePostMutation } from '@/api/generated/feed';
import { forgetDraft, keepDraft, readDraft } from '@/api/drafts';
import { useMyPagesQuery } from '@/api/generated/pagecampaigns';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/Select';
import { copyText } from '@/ui/share';
import { showToast } from '@/ui/toast';
import { Original } from './Original';
import { PostForm } from './PostForm';
import { writingHere } from './shown';

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

/** As whom one shares in one's own name, where the id of a page would be. */
const own = 'own';

/** A dialog in which a post is shared; of one that shares another, that other. */
export function Sharing({ post, me, onClose }: { post: FeedItem; me: string; onClose: () => void }) {
  const { t } = useTranslation('feed');
  const [write] = useWritePostMutation();
  // A page may have been opened, closed or left since it was last asked for.
  const { currentData, isFetching } = useMyPagesQuery(undefined, { refetchOnMountOrArgChange: true });
  const pages = currentData?.items ?? [];
  const original = post.original ?? { ...post, gone: false };
  const draft = `feed.share.${original.id}`;
  // As whom one shares is kept as the words are.
  const [chosen, setChosen] = useState(() => {
    const kept = readDraft(`${draft}.as`, me);
    return typeof kept === 'string' ? kept : own;
  });
  const choose = (as: string) => {
    setChosen(as);
    keepDraft(`${draft}.as`, me, as);
  };
  const page = pages.find(({ id }) => id === chosen);
  // What was meant as a page does not go in one's own name unless that is chosen.
  const isOpen = chosen !== own && !page;
  const isGone = isOpen && !isFetching;
  return (
    <PostForm
      me={me}
      title={t('share.title')}
      ask={t('share.ask')}
      rows={3}
      label={t('share.send')}
      busyLabel={t('share.sending')}
      draft={draft}
      filled
      waits={isGone ? t('share.asGone') : isOpen ? '' : undefined}
      audience={page && t('compose.asHint', { name: page.name })}
      signedOut={t('compose.signedOut')}
      renderAround={(words) => (
        <>
          {(pages.length > 0 || isGone) && (
            <label className="field">
              <span className="field-label">{t('share.as')}</span>
              <Select value={isOpen ? '' : chosen} onChange={({ target }) => choose(target.value)}>
                {isOpen && (
                  <option value="" disabled>
                    {t('share.asOpen')}
                  </option>
                )}
                <option value={own}>{t('share.own')}</option>
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
        writingHere(write({ writePostBody: { text, lang, shared_id: original.id, ...(page && { page_id: page.id }) } }).unwrap())
      }
      onDone={() => {
        forgetDraft(`${draft}.as`, me);
        showToast({ title: t('share.sent') });
      }}
      onClose={onClose}
    />
  );
}
