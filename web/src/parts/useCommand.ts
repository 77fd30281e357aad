import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '@/api/problem';
import { useProblemText } from '@/i18n/useProblemText';

/** Why a command failed, in the reader's words. */
export interface Failure {
  readonly problem: Problem;
  /** What happened. */
  readonly title: string;
  /** What was kept and what to do. */
  readonly advice: string;
  /** What is wrong with fields that the form does not have. */
  readonly unplaced: readonly string[];
  /** Everything that is wrong stands on its field already. */
  readonly placed: boolean;
}

type FieldTexts = ReadonlyArray<{ readonly field: string; readonly text: string }>;

export interface Options<Answer> {
  onDone?: (answer: Answer) => void;
  /** Hears why it failed before it is shown; "handled" where there is nothing more to show. */
  onRefused?: (problem: Problem) => 'handled' | void;
  /** Puts what is wrong on the fields; answers the texts that fit none. */
  place?: (fields: FieldTexts) => readonly string[];
  /** The answer leads off this page: stays busy until the browser shows the page again. */
  leaves?: boolean;
}

export interface Command<Arg> {
  /** Sends it, unless it is under way; never rejects. */
  readonly run: (arg: Arg) => Promise<void>;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** Forgets the failure, such as when the form changes. */
  readonly clear: () => void;
}

/**
 * Something that a press sends to the server. It runs once at a time, knows that it is busy, and turns a failure into
 * words. Its idempotency key comes from the base query, which also sends it again when its answer got lost.
 */
export function useCommand<Arg, Answer>(send: (arg: Arg) => Promise<Answer>, options: Options<Answer> = {}): Command<Arg> {
  const { onDone, onRefused, place, leaves = false } = options;
  const say = useProblemText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // State changes too late for a second press in the same frame.
  const sending = useRef(false);

  const release = useCallback(() => {
    sending.current = false;
    setBusy(false);
  }, []);
  const clear = useCallback(() => setFailure(undefined), []);

  useEffect(() => {
    if (!leaves) return undefined;
    // Back from where it led, the browser may show this page as it was left: busy.
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) release();
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, [leaves, release]);

  function tell(error: unknown): void {
    const problem = asProblem(error);
    // The base query has told what the server failed at; this is a fault of ours.
    if (problem.status === 0 && problem.code === 'internal') console.error('a command failed', error);
    if (onRefused?.(problem) === 'handled') return;
    const { title, advice, fields } = say(problem);
    const unplaced = place ? place(fields) : fields.map(({ text }) => text);
    setFailure({ problem, title, advice, unplaced, placed: fields.length > 0 && unplaced.length === 0 });
  }

  async function run(arg: Arg): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      // Apart: where nobody hears of the answer, a call that may be missing would not send either.
      const answer = await send(arg);
      onDone?.(answer);
    } catch (error) {
      release();
      tell(error);
      return;
    }
    if (!leaves) release();
  }

  return { run, busy, failure, clear };
}
