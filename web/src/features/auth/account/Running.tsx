import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type CampaignCard, useMyCampaignsQuery } from '@/api/generated/campaigns';
import { useCompleteCampaignMutation } from '@/api/generated/campaignsCommands';
import { useSession } from '@/api/SessionContext';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';

function Row({ campaign, onDone }: { campaign: CampaignCard; onDone: () => void }) {
  const { t } = useTranslation('account');
  const titleOf = useCampaignTitle();
  const [isAsked, ask] = useState(false);
  const [complete] = useCompleteCampaignMutation();
  const { run, busy, failure } = useCommand(
    () => complete({ campaignBody: { campaign_id: campaign.id } }).unwrap(),
    { onDone },
  );
  const title = titleOf(campaign.title);
  return (
    <li className="auth-running">
      <Link to={`/my/campaigns/${campaign.id}`} lang={campaign.title ? campaign.lang : undefined}>
        {title}
      </Link>
      {isAsked && <p className="sm">{t('deletion.endText')}</p>}
      <div className="auth-buttons">
        {isAsked ? (
          <>
            <Button variant="danger" size="small" busy={busy} onClick={() => void run(undefined)}>
              {t('deletion.endNow')}
              <span className="sr">: {title}</span>
            </Button>
            <Button variant="quiet" size="small" onClick={() => ask(false)}>
              {t('deletion.endNot')}
            </Button>
          </>
        ) : (
          <>
            <LinkButton variant="outline" size="small" to={`/my/campaigns/${campaign.id}?tab=team`}>
              {t('deletion.handOver')}
              <span className="sr">: {title}</span>
            </LinkButton>
            <Button variant="outline" size="small" onClick={() => ask(true)}>
              {t('deletion.end')}
              <span className="sr">: {title}</span>
            </Button>
          </>
        )}
      </div>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </li>
  );
}

/** The campaigns that the member owns and that still run: each can be handed over, or ended, before the account goes. */
export function Running({ days }: { days: number }) {
  const { t } = useTranslation('account');
  const session = useSession();
  const query = useMyCampaignsQuery({ limit: 100 });
  const me = session.status === 'member' ? session.member.id : '';
  const own = (query.currentData?.items ?? []).filter(
    ({ status, organizer }) => (status === 'active' || status === 'paused') && organizer.id === me,
  );
  if (query.isError && !query.currentData) {
    return (
      <FailureNotice title={t('deletion.runningFailed')}>
        <Button size="small" variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('deletion.again')}
        </Button>
      </FailureNotice>
    );
  }
  if (own.length === 0) return null;
  return (
    <section aria-label={t('deletion.running', { count: own.length })}>
      <p>
        <b>{t('deletion.running', { count: own.length })}</b>
      </p>
      <p className="sm mut">{t('deletion.runningText', { count: days })}</p>
      <ul role="list">
        {own.map((campaign) => (
          <Row key={campaign.id} campaign={campaign} onDone={() => void query.refetch()} />
        ))}
      </ul>
    </section>
  );
}
