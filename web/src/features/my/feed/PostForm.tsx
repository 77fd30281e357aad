import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { type Fields, type Lang, useWriting } from './writing';

/** The most characters that the server takes. */
const longest = 5000;

interface Props {
  me: string;
  title: string;
  label: string;
  busyLabel: string;
  draft?: string;
  /** Who is to read it, where that is not everybody. */
  audience?: string | undefined;
  initial?: string;
  /** No words are needed. */
  filled?: boolean;
  /** Why it can't be sent yet. */
  waits?: string | undefined;
  /** What stands around the words. */
  renderAround?: (words: ReactNode) => ReactNode;
  place?: (fields: Fields) => Fields;
  open?: boolean;
  send: (text: string, lang: Lang) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** A dialog in which a post is written, or changed. */
export function PostForm(props: Props) {
  const { title, label, busyLabel, audience, waits, renderAround, open = true, onDone, onClose, ...options } = props;
  const { t } = useTranslation('feed');
  const format = useFormat();
  const id = useId();
  const writing = useWriting({
    ...options,
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const { text, change, fault, failure, busy, blank, submit } = writing;
  const described = fault ? `${id}-hint ${id}-fault` : `${id}-hint`;
  const words = (
    <>
      <label className="sr" htmlFor={id}>
        {t('compose.opener')}
      </label>
      <textarea
        id={id}
        className="input"
        rows={7}
        value={text}
        placeholder={t('compose.opener')}
        aria-describedby={described}
        aria-invalid={fault ? true : undefined}
        onChange={({ target }) => change(target.value)}
      />
      <span id={`${id}-hint`} className="field-hint">
        {t('compose.hint', { max: format.count(longest) })}
      </span>
      {fault && (
        <span id={`${id}-fault`} className="field-error" role="alert">
          {fault}
        </span>
      )}
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <form
        className="feed-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="sm mut">{audience ?? t('compose.audience')}</p>
        {renderAround ? renderAround(words) : words}
        {failure && (
          <FailureNotice title={failure.title}>
            <p className="mut">{[...failure.unplaced, failure.advice].join('. ')}</p>
          </FailureNotice>
        )}
        <p className="field-hint" role="status">
          {waits}
        </p>
        <div className="feed-do">
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={blank || waits !== undefined} busy={busy}>
            {busy ? busyLabel : label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
