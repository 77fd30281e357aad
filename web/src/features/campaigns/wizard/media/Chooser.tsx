import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { percent } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';
import type { Uploading } from './useUpload';

interface Props {
  upload: Uploading;
  /** Media types and endings to choose among, as a file chooser takes them. */
  accept: string;
  /** What was chosen is made ready to be sent. */
  preparing?: boolean;
  choose: string;
  /** Absent where there is nothing to remove. */
  remove: string | undefined;
  /** What is wrong with what was chosen. */
  fault: string | undefined;
  onChosen: (file: File) => void;
}

/** Chooses a file, and shows how its upload goes. */
export function Chooser({ upload, accept, preparing = false, choose, remove, fault, onChosen }: Props) {
  const { t } = useTranslation('media');
  const { locale } = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { sent, failure } = upload;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={({ target }) => {
          const file = target.files?.[0];
          upload.clear();
          if (file) onChosen(file);
          target.value = ''; // the same file can be chosen again
        }}
      />
      {sent === undefined ? (
        <div className="row media-row">
          <Button variant="outline" busy={preparing} onClick={() => input.current?.click()}>
            {choose}
          </Button>
          {remove && (
            <Button variant="quiet" onClick={upload.remove}>
              {remove}
            </Button>
          )}
        </div>
      ) : (
        <div className="row media-row">
          <label htmlFor={id}>{t('sending')}</label>
          <progress id={id} max={1} value={sent} />
          <span className="num sm">{percent(locale, Math.round(sent * 100))}</span>
          <Button variant="quiet" onClick={upload.stop}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.reason}</p>
          {failure.again && (
            <Button variant="outline" size="small" onClick={failure.again}>
              {t('again')}
            </Button>
          )}
        </FailureNotice>
      )}
    </>
  );
}
