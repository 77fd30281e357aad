import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSuspendCampaignMutation } from '@/api/generated/moderation';
import { type ReportedThing, useDismissReportsMutation } from '@/api/generated/reports';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';

interface Props {
  thing: ReportedThing;
  onChanged: () => void;
}

/** What a moderator makes of it; either settles all that was reported of it. */
function Decisions({ thing, title, onChanged }: Props & { title: string }) {
  const { t } = useTranslation('admin');
  const [isAsked, setAsked] = useState(false);
  const [dismiss] = useDismissReportsMutation();
  const [suspend] = useSuspendCampaignMutation();
  const { id, last_at: upTo } = thing;
  const done = (what: 'dismissed' | 'suspended') => {
    setAsked(false);
    showToast({ title: t(`reports.${what}`), text: title });
    onChanged();
  };
  const { run, busy, failure } = useCommand(
    () => dismiss({ dismissReportsBody: { kind: 'campaign', thing_id: id, up_to: upTo } }).unwrap(),
    { onDone: () => done('dismissed') },
  );
  return (
    <>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        <Button variant="outline" onClick={() => run(undefined)} busy={busy}>
          {t('reports.dismiss')}
        </Button>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {t('reports.suspend')}
        </Button>
      </div>
      {isAsked && (
        <ReasonDialog
          title={t('reports.suspendTitle')}
          label={t('reports.reason')}
          hint={t('reports.reasonHint', { max: longestReason })}
          go={t('reports.suspendNow')}
          back={t('reports.back')}
          danger
          send={(reason) => suspend({ suspensionBody: { campaign_id: id, reason } }).unwrap()}
          onDone={() => done('suspended')}
          onRefused={onChanged}
          onClose={() => setAsked(false)}
        >
          {t('reports.suspendText')}
        </ReasonDialog>
      )}
    </>
  );
}

/** A campaign that was reported, and all that was said of it; it unfolds. */
export function ReportedCampaign({ thing, onChanged }: Props) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const titleOf = useCampaignTitle();
  const title = titleOf(thing.title);
  return (
    <li>
      <details className="admin-message">
        <summary>
          <div>
            <h2 lang={thing.title ? thing.lang : undefined}>{title}</h2>
            <p className="sm mut">
              {t('reports.times', { count: thing.total, shown: format.count(thing.total) })} · <RelativeTime at={thing.last_at} />
            </p>
          </div>
          <Icon name="down" />
        </summary>
        <div className="stack">
          {thing.outcome && thing.open === 0 && (
            <div className="admin-tags">
              <Chip>{t(`reports.outcome.${thing.outcome}`)}</Chip>
            </div>
          )}
          <ul role="list" className="stack">
            {thing.reports.map((one) => (
              <li key={one.id}>
                <p>
                  <b>{t(`reports.why.${one.reason}`)}</b>{' '}
                  <span className="sm mut">
                    · {one.name || t('reports.left')} · <RelativeTime at={one.at} />
                    {one.outcome && ` · ${t(`reports.outcome.${one.outcome}`)}`}
                  </span>
                </p>
                {one.words && <blockquote className="admin-said">{one.words}</blockquote>}
              </li>
            ))}
          </ul>
          <p>
            <LinkButton variant="quiet" size="small" to={`/campaign/${thing.slug}`}>
              {t('reports.look')}
            </LinkButton>
          </p>
          {thing.open > 0 && <Decisions thing={thing} title={title} onChanged={onChanged} />}
        </div>
      </details>
    </li>
  );
}
