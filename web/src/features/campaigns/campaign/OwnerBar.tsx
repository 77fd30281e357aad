import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CampaignDetail,
  useCompleteCampaignMutation,
  usePauseCampaignMutation,
  useResumeCampaignMutation,
} from '@/api/generated/campaigns';
import type { Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { showToast } from '@/ui/toast';

type Action = 'pause' | 'resume' | 'complete';

interface DialogProps {
  page: CampaignDetail;
  open: boolean;
  failed: ReactNode;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Ending can't be taken back, so it is asked once more, and says what follows. */
function EndDialog({ page, open, failed, onClose, onConfirm }: DialogProps) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const raised = format.money({ amount: page.raised_amount, currency: page.currency });
  return (
    <Dialog open={open} onClose={onClose} title={t('owner.endTitle')}>
      <p>{t('owner.endText')}</p>
      <p>{t('owner.endKept', { raised })}</p>
      {failed}
      <div className="campaign-owner-actions">
        <Button variant="outline" onClick={onClose}>
          {t('owner.endNot')}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {t('owner.endNow')}
        </Button>
      </div>
    </Dialog>
  );
}

/** What the owner can do with the campaign, above its page. */
export function OwnerBar({ page, onStale }: { page: CampaignDetail; onStale: () => void }) {
  const { t } = useTranslation('campaign');
  const [pause] = usePauseCampaignMutation();
  const [resume] = useResumeCampaignMutation();
  const [complete] = useCompleteCampaignMutation();
  const [ending, setEnding] = useState(false);
  // The newest version is fetched right away, so there is nothing to load by hand.
  const isStale = ({ code, status }: Problem) => code === 'stale_revision' || status === 409;
  const { run, failure, clear } = useCommand(
    async (action: Action) => {
      await { pause, resume, complete }[action]({ campaignBody: { campaign_id: page.id, revision: page.revision } }).unwrap();
      return action;
    },
    {
      onDone: (action) => {
        setEnding(false);
        showToast({ title: t(`owner.done.${action}`), text: t(`owner.doneText.${action}`) });
      },
      onRefused: (problem) => {
        if (isStale(problem)) onStale();
      },
    },
  );
  const failed = failure && (
    <FailureNotice title={failure.title}>
      <p className="mut">{isStale(failure.problem) ? t('owner.stale') : failure.advice}</p>
    </FailureNotice>
  );

  function ask(): void {
    clear();
    setEnding(true);
  }

  const { status } = page;
  return (
    <section className="card campaign-owner" aria-label={t('owner.label')}>
      <div className="campaign-owner-row">
        <div>
          <p>
            <b>{t('owner.label')}</b>
          </p>
          <p className="sm mut">{t(`owner.is.${status}`)}</p>
        </div>
        <div className="campaign-owner-actions">
          <LinkButton variant="outline" size="small" to={`/my/campaigns/${page.id}`}>
            {t('owner.pledges')}
          </LinkButton>
          {status === 'active' && (
            <Button key="pause" variant="outline" size="small" onClick={() => run('pause')}>
              {t('owner.pause')}
            </Button>
          )}
          {status === 'paused' && (
            <Button key="resume" size="small" onClick={() => run('resume')}>
              {t('owner.resume')}
            </Button>
          )}
          {status !== 'completed' && (
            <Button variant="outline" size="small" aria-haspopup="dialog" onClick={ask}>
              {t('owner.end')}
            </Button>
          )}
        </div>
      </div>
      {!ending && failed}
      <EndDialog
        page={page}
        open={ending}
        failed={failed}
        onClose={() => {
          setEnding(false);
          clear();
        }}
        onConfirm={() => run('complete')}
      />
    </section>
  );
}
