import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '@/api/generated/members';
import { asProblem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { upload } from '@/api/upload';
import { useProblemText } from '@/i18n/useProblemText';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Loading } from '@/ui/Skeleton';
import { showToast } from '@/ui/toast';
import { useChangeAvatarMutation } from './shown';

const Crop = lazy(async () => ({ default: (await import('./Crop')).Crop }));

/** As the server takes them. */
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const mostBytes = 10 * 1024 * 1024;

/** Refusals of the server that have words of their own here. */
const refusals = {
  file_too_large: 'picture.tooLarge',
  image_too_large: 'picture.tooLarge',
  unreadable_image: 'picture.unreadable',
  upload_not_found: 'picture.lost',
} as const;

type Fault = 'picture.wrongType' | (typeof refusals)[keyof typeof refusals];

interface Failure {
  readonly title: 'picture.failed' | 'picture.notRemoved';
  readonly reason: string;
  readonly again: () => void;
}

/** The square under way: sends it, shows it as the member's, and can be ended. */
function useSending() {
  const { t } = useTranslation('profile');
  const say = useProblemText();
  const session = useSessionKeeper();
  const [change] = useChangeAvatarMutation();
  /** From 0 to 1; undefined where nothing is under way. */
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  function fail(title: Failure['title'], error: unknown, again: () => void): void {
    const problem = asProblem(error);
    const own = refusals[problem.code as keyof typeof refusals];
    setFailure({ title, reason: own ? t(own) : say(problem).title, again });
  }

  async function send(square: Blob): Promise<void> {
    const ending = new AbortController();
    under.current = ending;
    setFailure(undefined);
    setSent(0);
    try {
      const name = await upload('avatar', square, { session, signal: ending.signal, onProgress: setSent });
      await change({ changeAvatarBody: { upload: name } }).unwrap();
      showToast({ title: t('picture.done') });
    } catch (error) {
      if (!ending.signal.aborted) fail('picture.failed', error, () => void send(square));
    }
    setSent(undefined);
  }

  async function remove(): Promise<void> {
    setFailure(undefined);
    try {
      await change({ changeAvatarBody: {} }).unwrap();
      showToast({ title: t('picture.removed') });
    } catch (error) {
      fail('picture.notRemoved', error, () => void remove());
    }
  }

  return { send, remove, sent, failure, stop: () => under.current?.abort(), clear: () => setFailure(undefined) };
}

/** The member's picture: chosen, cut, sent, taken back. It is saved at once, apart from the words of the profile. */
export function Picture({ me }: { me: Me }) {
  const { t } = useTranslation('profile');
  /** The address of the file that was chosen, as long as it is cut. */
  const [source, setSource] = useState<string>();
  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source]);
  const close = () => setSource(undefined);
  const [fault, setFault] = useState<Fault>();
  const chooser = useRef<HTMLInputElement>(null);
  const { send, remove, sent, failure, stop, clear } = useSending();

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    clear();
    const wrong = !types.includes(chosen.type) ? 'picture.wrongType' : chosen.size > mostBytes ? 'picture.tooLarge' : undefined;
    setFault(wrong);
    if (!wrong) setSource(URL.createObjectURL(chosen));
  }

  return (
    <div className="profile-picture">
      <input
        ref={chooser}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={t('picture.choose')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = ''; // the same file can be chosen again
        }}
      />
      {sent === undefined ? (
        <div className="row">
          <Button variant="outline" onClick={() => chooser.current?.click()}>
            {t(me.avatar ? 'picture.change' : 'picture.choose')}
          </Button>
          {me.avatar && (
            <Button variant="quiet" onClick={remove}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
      ) : (
        <div className="row">
          <progress max={1} value={sent} aria-label={t('picture.sending')} />
          <Button variant="quiet" onClick={stop}>
            {t('cancel')}
          </Button>
        </div>
      )}
      <p className="sm mut">{t('picture.hint')}</p>
      {fault && (
        <p className="field-error" role="alert">
          {t(fault)}
        </p>
      )}
      {failure && (
        <FailureNotice title={t(failure.title)}>
          <p>{failure.reason}</p>
          <Button variant="outline" size="small" onClick={failure.again}>
            {t('picture.again')}
          </Button>
        </FailureNotice>
      )}
      <Dialog open={source !== undefined} onClose={close} title={t('picture.title')}>
        {source && (
          <Suspense fallback={<Loading>{null}</Loading>}>
            <Crop
              source={source}
              onCancel={close}
              onDone={(square) => {
                close();
                void send(square);
              }}
              onUnreadable={() => {
                close();
                setFault('picture.unreadable');
              }}
            />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}
