import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { asProblem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { upload } from '@/api/upload';
import { useProblemText } from '@/i18n/useProblemText';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Loading } from '@/ui/Skeleton';
import { showToast } from '@/ui/toast';
import { FailureNotice } from './FailureNotice';
import { pictureTypes } from './photograph';
import { useChosenPicture } from './useChosenPicture';

const Crop = lazy(async () => ({ default: (await import('./Crop')).Crop }));

/** Refusals that have words of their own here. */
const refusals = { unreadable_image: 'unreadable', upload_not_found: 'lost' } as const;

interface Failure {
  readonly title: 'failed' | 'notRemoved';
  readonly reason: string;
  readonly again: () => void;
}

/** What is said of a picture. */
export type PictureWord =
  | 'choose'
  | 'change'
  | 'remove'
  | 'hint'
  | 'title'
  | 'part'
  | 'zoom'
  | 'move'
  | 'use'
  | 'sending'
  | 'done'
  | 'failed'
  | 'again'
  | 'removed'
  | 'notRemoved'
  | 'wrongType'
  | 'still'
  | 'unreadable'
  | 'lost';

interface Props {
  /** Of the upload. */
  kind: 'avatar' | 'page-logo';
  /** Where the picture that is shown lies; empty without one. */
  picture: string;
  /** The frame in which it is shown is round. */
  round?: boolean;
  /** The part is chosen in place, as in a dialog, rather than in a dialog of its own. */
  inline?: boolean;
  /** Gives it in the reader's language. */
  say: (word: PictureWord) => string;
  /** The word on the buttons that end it. */
  cancel: string;
  /** Shows an upload, or none any more. */
  show: (upload?: string) => Promise<unknown>;
}

/** Pixels a side of what is sent: twice the largest that is shown. */
const side = 512;

/** Says why something was refused. */
function useReason(say: Props['say']) {
  const problemText = useProblemText();
  return (error: unknown): string => {
    const problem = asProblem(error);
    const own = refusals[problem.code as keyof typeof refusals];
    return own ? say(own) : problemText(problem).title;
  };
}

/** The square under way: sends it, has it shown, and can be ended. */
function useSending({ kind, say, show }: Pick<Props, 'kind' | 'say' | 'show'>) {
  const reason = useReason(say);
  const session = useSessionKeeper();
  /** From 0 to 1; undefined where nothing is under way. */
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  function fail(title: Failure['title'], error: unknown, again: () => void): void {
    setFailure({ title, reason: reason(error), again });
  }

  async function send(square: Blob): Promise<void> {
    const ending = new AbortController();
    under.current = ending;
    setFailure(undefined);
    setSent(0);
    try {
      const name = await upload(kind, square, { session, signal: ending.signal, onProgress: setSent });
      await show(name);
      showToast({ title: say('done') });
    } catch (error) {
      if (!ending.signal.aborted) fail('failed', error, () => void send(square));
    }
    setSent(undefined);
  }

  async function remove(): Promise<void> {
    setFailure(undefined);
    try {
      await show();
      showToast({ title: say('removed') });
    } catch (error) {
      fail('notRemoved', error, () => void remove());
    }
  }

  return { send, remove, sent, failure, stop: () => under.current?.abort(), clear: () => setFailure(undefined) };
}

/** A picture of somebody or something: chosen, cut to a square, sent, taken back. It is saved at once. */
export function SquarePicture({ kind, picture, round = false, inline = false, say, cancel, show }: Props) {
  /** What is wrong with what was chosen. */
  const [fault, setFault] = useState<string>();
  const reason = useReason(say);
  const { chosen, preparing, choose: prepare, close } = useChosenPicture((error) => setFault(reason(error)));
  const chooser = useRef<HTMLInputElement>(null);
  const { send, remove, sent, failure, stop, clear } = useSending({ kind, say, show });

  function choose(file: File | undefined): void {
    if (!file) return;
    clear();
    const isPicture = pictureTypes.includes(file.type);
    setFault(isPicture ? undefined : say('wrongType'));
    if (isPicture) void prepare(file);
  }

  const crop = chosen && (
    <Suspense fallback={<Loading>{null}</Loading>}>
      <Crop
        source={chosen.source}
        round={round}
        size={{ width: side, height: side }}
        words={{ part: say('part'), zoom: say('zoom'), move: say('move'), use: say('use'), cancel }}
        note={chosen.still ? say('still') : undefined}
        onCancel={close}
        onDone={(square) => {
          close();
          void send(square);
        }}
        onUnreadable={() => {
          close();
          setFault(say('unreadable'));
        }}
      />
    </Suspense>
  );

  return (
    <div className="square-picture">
      <input
        ref={chooser}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={say('choose')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = ''; // the same file can be chosen again
        }}
      />
      {sent === undefined ? (
        <div className="row">
          <Button variant="outline" busy={preparing} onClick={() => chooser.current?.click()}>
            {say(picture ? 'change' : 'choose')}
          </Button>
          {picture && (
            <Button variant="quiet" onClick={remove}>
              {say('remove')}
            </Button>
          )}
        </div>
      ) : (
        <div className="row">
          <progress max={1} value={sent} aria-label={say('sending')} />
          <Button variant="quiet" onClick={stop}>
            {cancel}
          </Button>
        </div>
      )}
      <p className="sm mut">{say('hint')}</p>
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {failure && (
        <FailureNotice title={say(failure.title)}>
          <p>{failure.reason}</p>
          <Button variant="outline" size="small" onClick={failure.again}>
            {say('again')}
          </Button>
        </FailureNotice>
      )}
      {inline ? (
        crop
      ) : (
        <Dialog open={chosen !== undefined} onClose={close} title={say('title')}>
          {crop}
        </Dialog>
      )}
    </div>
  );
}
