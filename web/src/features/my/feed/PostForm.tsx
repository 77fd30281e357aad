import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Newer } from './Newer';
import { type Fields, type Lang, type Newest, useWriting } from './writing';

/** The most characters that the server takes. */
const longest = 5000;

interface Props {
  me: string;
  title: string;
  label: string;
  /** What the words are, where they are not what a post is made of. */
  ask?: string;
  rows?: number;
  busyLabel: string;
  draft?: string;
  /** Who is to read it, where that is not everybody. */
  audience?: string | undefined;
  initial?: string;
  /** What the post says now, where it is changed. */
  newest?: Newest;
  /** No words are needed. */
  filled?: boolean;
  /** Why it can't be sent yet. */
  waits?: string | undefined;
  /** What stands around the words. */
  renderAround?: (words: ReactNode) => ReactNode;
  place?: (fields: Fields) => Fields;
  open?: boolean;
  send: (text: string, lang: Lang, buildsOn?: string) => Promise<unknown>;
  /** What could not be done, where it can't. */
  failed?: string;
  signedOut?: string;
  onDone: () => void;
  onClose: () => void;
}

/** A dialog in which a post is written, or changed. */
export function PostForm(props: Props) {
  const { title, ask, rows = 7, label, busyLabel, audience, waits, renderAround, open = true, onDone, ...rest } = props;
  const { onClose, failed, ...options } = rest;
  const { t } = useTranslation('feed');
  const format = useFormat();
  const id = useId();
  const writing = useWriting({
    ...options,
    longest,
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const { text, change, fault, failure, busy, blank, submit, giveUp, newer, settled } = writing;
  const isChanged = failure?.problem.code === 'post_changed';
  const close = giveUp(onClose);
  const described = fault ? `${id}-hint ${id}-fault` : `${id}-hint`;
  const asked = ask ?? t('compose.opener');
  const words = (
    <>
      <label className="sr" htmlFor={id}>
        {asked}
      </label>
      <textarea
        id={id}
        data-first
        className="input"
        rows={rows}
        value={text}
        placeholder={asked}
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
    <Dialog open={open} title={title} onClose={close}>
      <form
        className="feed-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="sm mut">{audience ?? t('compose.audience')}</p>
        {/* It closes with its answer: what came after it was sent would go with it. */}
        <fieldset className="feed-form" disabled={busy}>
          {renderAround ? renderAround(words) : words}
        </fieldset>
        {rest.newest && <Newer newer={newer} settled={settled} refused={isChanged} />}
        {failure && !(isChanged && newer) && (
          <FailureNotice title={failed ?? failure.title}>
            <p className="mut">
              {isChanged
                ? t('newer.coming')
                : [...(failed ? [failure.title] : []), ...failure.unplaced, failure.advice].filter(Boolean).join('. ')}
            </p>
          </FailureNotice>
        )}
        {/* In sight however long the post is, with the reason why it can't be sent yet. */}
        <div className="feed-bar">
          <p className="field-hint" role="status">
            {waits}
          </p>
          <div className="feed-do">
            <Button variant="outline" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={blank || waits !== undefined} busy={busy}>
              {busy ? busyLabel : label}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
