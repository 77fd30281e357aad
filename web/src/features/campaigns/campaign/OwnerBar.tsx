import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '@/api/generated';
import { asProblem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { useProblemText } from '@/i18n/useProblemText';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { useCompleteCampaignMutation, usePauseCampaignMutation, useResumeCampaignMutation } from './api';

type Action = 'pause' | 'resume' | 'complete';

interface Failure {
  readonly title: string;
  readonly advice: string;
}

interface DialogProps {
  page: Page;
  open: boolean;
  failure: Failure | undefined;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Ending can't be taken back, so it is asked once more, and says what follows. */
function EndDialog({ page, open, failure, onClose, onConfirm }: DialogProps) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const raised = format.money({ amount: page.raised_amount, currency: page.currency });
  return (
    <Dialog open={open} onClose={onClose} title={t('owner.endTitle')}>
      <p>{t('owner.endText')}</p>
      <p>{t('owner.endKept', { raised })}</p>
      {failure && <Failed failure={failure} />}
      <div className="owner-actions">
        <Button variant="outline" onClick={onClose}>
          {t('owner.endNot')}
        </Button>
        <Button onClick={onConfirm}>{t('owner.endNow')}</Button>
      </div>
    </Dialog>
  );
}

function Failed({ failure }: { failure: Failure }) {
  return (
    <div role="alert">
      <Notice tone="danger">
        <p>
          <b>{failure.title}</b>
        </p>
        <p className="mut">{failure.advice}</p>
      </Notice>
    </div>
  );
}

/** What the owner can do with the campaign, above its page. */
export function OwnerBar({ page, onStale }: { page: Page; onStale: () => void }) {
  const { t } = useTranslation('campaign');
  const problemText = useProblemText();
  const [pause] = usePauseCampaignMutation();
  const [resume] = useResumeCampaignMutation();
  const [complete] = useCompleteCampaignMutation();
  const [ending, setEnding] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function run(action: Action): Promise<void> {
    const command = { pause, resume, complete }[action];
    setFailure(undefined);
    try {
      await command({ campaignBody: { campaign_id: page.id, revision: page.revision } }).unwrap();
      setEnding(false);
      showToast({ title: t(`owner.done.${action}`), text: t(`owner.doneText.${action}`) });
    } catch (error) {
      console.error('the campaign was not changed', { action, error });
      const problem = asProblem(error);
      const { title, advice } = problemText(problem);
      // The newest version is fetched right away, so there is nothing to load by hand.
      const stale = problem.code === 'stale_revision' || problem.status === 409;
      setFailure({ title, advice: stale ? t('owner.stale') : advice });
      if (stale) onStale();
    }
  }

  function ask(): void {
    setFailure(undefined);
    setEnding(true);
  }

  const { status } = page;
  return (
    <section className="card owner" aria-label={t('owner.label')}>
      <div className="owner-row">
        <div>
          <p>
            <b>{t('owner.label')}</b>
          </p>
          <p className="sm mut">{t(`owner.is.${status}`)}</p>
        </div>
        {status !== 'completed' && (
          <div className="owner-actions">
            {status === 'active' ? (
              <Button key="pause" variant="outline" size="small" onClick={() => run('pause')}>
                {t('owner.pause')}
              </Button>
            ) : (
              <Button key="resume" size="small" onClick={() => run('resume')}>
                {t('owner.resume')}
              </Button>
            )}
            <Button variant="outline" size="small" aria-haspopup="dialog" onClick={ask}>
              {t('owner.end')}
            </Button>
          </div>
        )}
      </div>
      {failure && !ending && <Failed failure={failure} />}
      <EndDialog
        page={page}
        open={ending}
        failure={failure}
        onClose={() => {
          setEnding(false);
          setFailure(undefined);
        }}
        onConfirm={() => run('complete')}
      />
    </section>
  );
}
