import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { discard, upload as sendAtOnce } from '@/api/upload';
import { useProblemText } from '@/i18n/useProblemText';

interface Failure {
  readonly title: string;
  readonly reason: string;
  readonly again?: () => void;
}

type Fault = 'photo.unreadable' | 'video.tooLarge' | 'video.unreadable';

interface Options {
  kind: string;
  /** The upload that the form holds; empty without one. */
  value: string;
  /** The one that the campaign shows already: it is not taken back before the form is saved. */
  saved: string;
  onChange: (upload: string) => void;
  /** The texts of refusals that have words of their own. */
  refusals: Readonly<Record<string, Fault>>;
  /** How a file goes to the server: in one request, unless said. */
  sendWhole?: typeof sendAtOnce;
}

export interface Uploading {
  send: (file: Blob) => Promise<void>;
  remove: () => Promise<void>;
  stop: () => void;
  clear: () => void;
  /** From 0 to 1; undefined where nothing is under way. */
  sent: number | undefined;
  failure: Failure | undefined;
}

/** One upload of a form: sends it, can be ended, is tried again, is taken back. */
export function useUpload({ kind, value, saved, onChange, refusals, sendWhole = sendAtOnce }: Options): Uploading {
  const { t } = useTranslation('media');
  const say = useProblemText();
  const session = useSessionKeeper();
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  async function send(file: Blob): Promise<void> {
    const ending = new AbortController();
    under.current = ending;
    setFailure(undefined);
    setSent(0);
    try {
      const name = await sendWhole(kind, file, { session, signal: ending.signal, onProgress: setSent });
      if (value && value !== saved) void discard(kind, value, session).catch(() => undefined); // it goes by itself
      onChange(name);
    } catch (error) {
      const problem = asProblem(error);
      const own = refusals[problem.code];
      if (problem.status === 401) setFailure({ title: t('signedOut'), reason: t('signedOutAdvice') });
      else if (!ending.signal.aborted) {
        const reason = own ? t(own) : say(problem).title;
        // The same bytes would be refused again.
        const again = !own && problem.status !== 422 && { again: () => void send(file) };
        setFailure({ title: t('failed'), reason, ...again });
      }
    }
    setSent(undefined);
  }

  async function remove(): Promise<void> {
    setFailure(undefined);
    try {
      if (value !== saved) await discard(kind, value, session);
      onChange('');
    } catch {
      setFailure({ title: t('notRemoved'), reason: t('notRemovedAdvice'), again: () => void remove() });
    }
  }

  return { send, remove, stop: () => under.current?.abort(), clear: () => setFailure(undefined), sent, failure };
}
