import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetKept, keepText, readKept } from '@/api/drafts';
import { sendsByEnter } from '@/parts/sendsByEnter';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { MemberIcon } from '@/ui/MemberIcon';
import type { Route } from './addressed';
import { useSendMessageMutation } from './shown';

/** The most characters of a message that the server takes. */
const longest = 4000;

interface Props {
  me: string;
  route: Route;
  /** Whom it goes to. */
  name: string;
  /** What the draft is kept as. */
  draft: string;
  label?: string;
  focused?: boolean;
  onSent?: (thread: string) => void;
}

function langOf(tag: string): 'en' | 'fr' | 'es' {
  const two = tag.slice(0, 2);
  return two === 'fr' || two === 'es' ? two : 'en';
}

/** Where a message is written: Enter sends it where there is a mouse, and what is not sent yet outlives a reload. */
export function Composer({ me, route, name, draft, label, focused, onSent }: Props) {
  const { t, i18n } = useTranslation('messages');
  const id = useId();
  const kept = `message.${draft}`;
  const [text, setText] = useState(() => readKept(kept, me));
  const [fault, setFault] = useState<string>();
  const [send] = useSendMessageMutation();
  const change = (words: string) => {
    setText(words);
    setFault(undefined);
    if (words) keepText(kept, me, words);
    else forgetKept(kept, me);
  };
  const { run, busy, failure } = useCommand(
    (words: string) => send({ sendMessageBody: { ...route, text: words, lang: langOf(i18n.language) } }).unwrap(),
    {
      onDone: ({ thread_id: thread }) => {
        change('');
        onSent?.(thread);
      },
      place: (fields) => {
        setFault(fields.find(({ field }) => field === 'text')?.text);
        return fields.filter(({ field }) => field !== 'text').map((one) => one.text);
      },
    },
  );
  const tooLong = Array.from(text).length > longest;
  const blank = text.trim() === '';
  const submit = () => {
    if (tooLong) setFault(t('tooLong', { max: longest }));
    else if (!blank) void run(text);
  };
  const press = (event: KeyboardEvent) => {
    if (!sendsByEnter(event)) return;
    event.preventDefault();
    submit();
  };
  const refused = failure && !failure.placed && [failure.title, ...failure.unplaced, failure.advice].join('. ');
  const wrong = fault ?? (refused || undefined);
  return (
    <form
      className="messages-composer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="messages-field">
        <textarea
          rows={Math.min(6, text.split('\n').length)}
          value={text}
          readOnly={busy}
          aria-label={label ?? t('writeTo', { name })}
          placeholder={t('placeholder')}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-fault` : undefined}
          // One pressed Write to come here.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
          onChange={({ target }) => change(target.value)}
          onKeyDown={press}
        />
        <Button type="submit" iconOnly label={t('send')} disabled={blank} busy={busy}>
          <MemberIcon name="send" />
        </Button>
      </div>
      {wrong && (
        <p id={`${id}-fault`} className="field-error" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
