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

const Crop = lazy(async () => ({ default: (await import('./Crop')).Crop }));

/** As the server takes them. */
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const mostBytes = 10 * 1024 * 1024;

/** Refusals of the server that have words of their own here. */
const refusals = {
  file_too_large: 'tooLarge',
  image_too_large: 'tooLarge',
  unreadable_image: 'unreadable',
  upload_not_found: 'lost',
} as const;

type Fault = 'wrongType' | (typeof refusals)[keyof typeof refusals];

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
  | 'tooLarge'
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

/** The square under way: sends it, has it shown, and can be ended. */
function useSending({ kind, say, show }: Pick<Props, 'kind' | 'say' | 'show'>) {
  const problemText = useProblemText();
  const session = useSessionKeeper();
  /** From 0 to 1; undefined where nothing is under way. */
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  function fail(title: Failure['title'], error: unknown, again: () => void): void {
    const problem = asProblem(error);
    const own = refusals[problem.code as keyof typeof refusals];
    setFailure({ title, reason: own ? say(own) : problemText(problem).title, again });
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
  /** The address of the file that was chosen, as long as it is cut. */
  const [source, setSource] = useState<string>();
  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source]);
  const close = () => setSource(undefined);
  const [fault, setFault] = useState<Fault>();
  const chooser = useRef<HTMLInputElement>(null);
  const { send, remove, sent, failure, stop, clear } = useSending({ kind, say, show });

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    clear();
    const wrong = !types.includes(chosen.type) ? 'wrongType' : chosen.size > mostBytes ? 'tooLarge' : undefined;
    setFault(wrong);
    if (!wrong) setSource(URL.createObjectURL(chosen));
  }

  const crop = source && (
    <Suspense fallback={<Loading>{null}</Loading>}>
      <Crop
        source={source}
        round={round}
        size={{ width: side, height: side }}
        words={{ part: say('part'), zoom: say('zoom'), move: say('move'), use: say('use'), cancel }}
        onCancel={close}
        onDone={(square) => {
          close();
          void send(square);
        }}
        onUnreadable={() => {
          close();
          setFault('unreadable');
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
        accept={types.join(',')}
        aria-label={say('choose')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = ''; // the same file can be chosen again
        }}
      />
      {sent === undefined ? (
        <div className="row">
          <Button variant="outline" onClick={() => chooser.current?.click()}>
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
          {say(fault)}
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
        <Dialog open={source !== undefined} onClose={close} title={say('title')}>
          {crop}
        </Dialog>
      )}
    </div>
  );
}
