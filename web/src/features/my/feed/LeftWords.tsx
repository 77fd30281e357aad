import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetDraft, readDraft } from '@/api/drafts';
import { draftsAbout } from '@/api/draftsAbout';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';

/** The words of a draft; undefined where it holds none, or what was there before. */
function wordsOf(draft: string, me: string): string | undefined {
  const kept = readDraft(draft, me);
  if (typeof kept !== 'object' || kept === null || !('from' in kept) || !('value' in kept)) return undefined;
  const { from, value } = kept;
  return typeof value === 'string' && value.trim() !== '' && value !== from ? value : undefined;
}

interface Props {
  /** The post or comment that is gone. */
  about: string;
  me: string;
}

/** What one was writing about something that is gone meanwhile; nothing where one was not. */
export function LeftWords({ about, me }: Props) {
  const { t } = useTranslation('feed');
  const [left, setLeft] = useState(() =>
    draftsAbout(about, me).flatMap((draft) => {
      const words = wordsOf(draft, me);
      return words === undefined ? [] : [{ draft, words }];
    }),
  );
  if (left.length === 0) return null;
  const discard = () => {
    for (const { draft } of left) forgetDraft(draft, me);
    setLeft([]);
  };
  return (
    <div role="alert">
      <Notice icon="warning">
        <p>
          <b>{t('left.title')}</b>
        </p>
        <p>{t('left.text')}</p>
        {left.map(({ draft, words }) => (
          <textarea
            key={draft}
            className="input"
            rows={3}
            readOnly
            aria-label={t('left.words')}
            value={words}
            onFocus={({ target }) => target.select()}
          />
        ))}
        <div className="feed-newer">
          <Button variant="outline" size="small" onClick={discard}>
            {t('left.discard')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
