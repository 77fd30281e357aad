import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { answerIdentity, type Wanted } from '@/api/identity';

/** Few change how they sign in. */
const ConfirmIdentity = lazy(async () => ({ default: (await import('./ConfirmIdentity')).ConfirmIdentity }));

interface Asked {
  readonly wanted: Wanted;
  readonly answer: (confirmed: boolean) => void;
}

/** Asks the member to confirm that it is them, wherever the server wants that before it does something. */
export function IdentityHost() {
  const [asked, setAsked] = useState<Asked>();
  const open = useRef<Asked>(undefined);
  useEffect(() => {
    const end = answerIdentity(
      (wanted) =>
        new Promise((resolve) => {
          // Another is open: what it asks for is asked by itself once more.
          if (open.current) return resolve(false);
          open.current = {
            wanted,
            answer: (confirmed) => {
              open.current = undefined;
              setAsked(undefined);
              resolve(confirmed);
            },
          };
          setAsked(open.current);
        }),
    );
    return () => {
      end();
      open.current?.answer(false);
    };
  }, []);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmIdentity wanted={asked.wanted} onAnswer={asked.answer} />
    </Suspense>
  );
}
