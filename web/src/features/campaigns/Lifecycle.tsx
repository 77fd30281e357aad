import './campaigns.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CampaignCard } from '@/api/generated/campaigns';
import {
  useCancelCampaignMutation,
  useCompleteCampaignMutation,
  usePauseCampaignMutation,
  useResumeCampaignMutation,
} from '@/api/generated/campaignsCommands';
import type { Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';

type Action = 'pause' | 'resume' | 'complete' | 'cancel';

/** The most characters of a reason that the server takes. */
const longest = 500;

type Own = Pick<CampaignCard, 'id' | 'status' | 'raised_amount' | 'currency'> & { revision?: number };

interface Props {
  campaign: Own;
  /** After something changed, or would have but for a change by somebody else. */
  onChanged: () => void;
  /** The reader runs it with its owner, who alone pauses and ends it. */
  fixed?: boolean;
  /** Buttons of the same row, before these. */
  children?: ReactNode;
}

interface QuestionProps {
  campaign: Own;
  onDone: (action: Action) => void;
  onStale: (problem: Problem) => void;
  onClose: () => void;
}

// The newest version is fetched right away, so there is nothing to load by hand.
const isStale = ({ code, status }: Problem) => code === 'stale_revision' || status === 409;

const bodyOf = ({ id, revision }: Own) => ({ campaign_id: id, ...(revision !== undefined && { revision }) });

/** Why it was refused; null where nothing was. */
function Refused({ failure }: { failure: ReturnType<typeof useCommand>['failure'] }) {
  const { t } = useTranslation('campaigns');
  if (!failure) return null;
  return (
    <FailureNotice title={failure.title}>
      <p className="mut">{isStale(failure.problem) ? t('stale') : [...failure.unplaced, failure.advice].join('. ')}</p>
    </FailureNotice>
  );
}

/** Pausing and ending are asked once more, and say what follows. */
function AskPlainly({ action, campaign, onDone, onStale, onClose }: QuestionProps & { action: 'pause' | 'complete' }) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const [pause] = usePauseCampaignMutation();
  const [complete] = useCompleteCampaignMutation();
  const { run, failure } = useCommand(
    () => {
      const send = action === 'pause' ? pause : complete;
      return send({ campaignBody: bodyOf(campaign) }).unwrap();
    },
    {
      onDone: () => onDone(action),
      onRefused: onStale,
    },
  );
  const ends = action === 'complete';
  return (
    <Dialog open onClose={onClose} title={t(ends ? 'end.title' : 'pause.title')}>
      <p>{t(ends ? 'end.text' : 'pause.text')}</p>
      {ends && <p>{t('pledgesEnd')}</p>}
      {ends && (
        <p>{t('end.kept', { raised: format.money({ amount: campaign.raised_amount, currency: campaign.currency }) })}</p>
      )}
      <Refused failure={failure} />
      <div className="campaigns-actions">
        <Button variant="outline" onClick={onClose}>
          {t(ends ? 'end.not' : 'pause.back')}
        </Button>
        <Button variant={ends ? 'danger' : 'primary'} onClick={() => run(undefined)}>
          {t(ends ? 'end.now' : 'pause.now')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Cancelling wants a reason, which everybody is shown. */
function AskCancel({ campaign, onDone, onStale, onClose }: QuestionProps) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const [cancel] = useCancelCampaignMutation();
  const [form] = useForm<{ reason: string }>();
  const { run, busy, failure } = useFormCommand(
    form,
    ({ reason }: { reason: string }) => cancel({ cancelCampaignBody: { ...bodyOf(campaign), reason } }).unwrap(),
    { onDone: () => onDone('cancel'), onRefused: onStale },
  );
  return (
    <Dialog open onClose={onClose} title={t('cancel.title')}>
      <Form<{ reason: string }>
        className="campaigns-ask"
        form={form}
        initialValues={{ reason: '' }}
        noValidate
        onFinish={(filled) => void run(filled)}
      >
        <p>{t('cancel.text')}</p>
        <p>{t('pledgesEnd')}</p>
        <p>{t('cancel.kept', { raised: format.money({ amount: campaign.raised_amount, currency: campaign.currency }) })}</p>
        <Field name="reason" label={t('cancel.reason')} hint={t('cancel.hint', { max: longest })} required>
          {(control) => <textarea className="input" rows={3} maxLength={longest} {...control} />}
        </Field>
        <Refused failure={failure} />
        <div className="campaigns-actions">
          <Button variant="outline" onClick={onClose}>
            {t('cancel.not')}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('cancel.now')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What its owner can do with a campaign: pause and resume it, end it, cancel it with a reason. */
export function Lifecycle({ campaign, fixed = false, onChanged, children }: Props) {
  const { t } = useTranslation('campaigns');
  const [resume] = useResumeCampaignMutation();
  const [asked, setAsked] = useState<Exclude<Action, 'resume'>>();
  const close = () => setAsked(undefined);
  const done = (action: Action) => {
    close();
    showToast({ title: t(`done.${action}`), text: t(`doneText.${action}`) });
    onChanged();
  };
  const stale = (problem: Problem) => {
    if (isStale(problem)) onChanged();
  };
  const { run, failure } = useCommand(() => resume({ campaignBody: bodyOf(campaign) }).unwrap(), {
    onDone: () => done('resume'),
    onRefused: stale,
  });
  const { status } = campaign;
  const open = !fixed && (status === 'active' || status === 'paused');
  const question = { campaign, onDone: done, onStale: stale, onClose: close };
  return (
    <>
      <div className="campaigns-actions">
        {children}
        {status === 'active' && !fixed && (
          <Button key="pause" variant="outline" size="small" aria-haspopup="dialog" onClick={() => setAsked('pause')}>
            {t('own.pause')}
          </Button>
        )}
        {status === 'paused' && !fixed && (
          <Button key="resume" size="small" onClick={() => run(undefined)}>
            {t('own.resume')}
          </Button>
        )}
        {open && (
          <>
            <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setAsked('complete')}>
              {t('own.end')}
            </Button>
            <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked('cancel')}>
              {t('own.cancel')}
            </Button>
          </>
        )}
      </div>
      <Refused failure={failure} />
      {(asked === 'pause' || asked === 'complete') && <AskPlainly action={asked} {...question} />}
      {asked === 'cancel' && <AskCancel {...question} />}
    </>
  );
}
