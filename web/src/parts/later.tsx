import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable, whenReachable } from '@/api/reachable';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

interface Closes {
  onClose: () => void;
}

/** Why the code is not there: no server could be reached, or the server has it no more. */
type Missing = 'lost' | 'gone';

function Absent({ missing, onRetry, onClose }: { missing: Missing; onRetry: () => void } & Closes) {
  const { t } = useTranslation();
  const lost = missing === 'lost';
  return (
    <Dialog open title={t(lost ? 'error.lost' : 'error.title')} onClose={onClose}>
      <div className="stack" role="alert">
        <p>{t(lost ? 'error.lostAdvice' : 'error.pageAdvice')}</p>
        <div className="row">
          {/* What is being written is kept over it. */}
          <Button variant="outline" onClick={lost ? onRetry : () => location.reload()}>
            {t('error.retry')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * A dialog whose code comes once it is opened. Where that can't be had, this says so in its place and tries again once the
 * server can be reached; with `lazy` the whole page would give way to its error.
 */
export function later<Props extends Closes>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known);
    const [missing, setMissing] = useState<Missing>();
    const [tries, setTries] = useState(0);
    const retry = () => setTries((before) => before + 1);
    useEffect(() => {
      if (known) return undefined;
      let closed = false;
      const come = async () => {
        try {
          known = await load();
          if (!closed) setPart(() => known);
        } catch (error) {
          console.warn('a part of the page did not load', error);
          const reached = await isReachable();
          if (!closed) setMissing(reached ? 'gone' : 'lost');
        }
      };
      void come();
      return () => {
        closed = true;
      };
    }, [tries]);
    useEffect(() => (missing === 'lost' ? whenReachable(retry) : undefined), [missing, tries]);
    if (Part) return <Part {...props} />;
    return missing ? <Absent missing={missing} onRetry={retry} onClose={props.onClose} /> : null;
  };
}
