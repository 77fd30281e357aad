import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { type Attachments, type FileKind, mostFiles } from './useAttachments';

interface Props {
  attachments: Attachments;
  accept: string;
  choose: string;
  hint: string;
  kind: (file: File) => FileKind | undefined;
}

/** Chooses files of a post, several at once. */
export function FileChooser({ attachments, accept, choose, hint, kind }: Props) {
  const { t } = useTranslation('feed');
  const input = useRef<HTMLInputElement>(null);
  const [tooMany, setTooMany] = useState(0);
  const { left, add } = attachments;
  return (
    <div className="feed-choose">
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={choose}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          setTooMany(Math.max(0, chosen.length - left));
          add(chosen, kind);
          target.value = ''; // the same files can be chosen again
        }}
      />
      <Button variant="outline" disabled={left === 0} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <span className="field-hint">{hint}</span>
      {tooMany > 0 && (
        <p className="field-error" role="alert">
          {t('attach.tooMany', { max: mostFiles, count: tooMany })}
        </p>
      )}
    </div>
  );
}
