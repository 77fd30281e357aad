import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import {
  type Reviewed,
  useApproveCampaignMutation,
  useReinstateCampaignMutation,
  useRejectCampaignMutation,
  useRequestChangesMutation,
} from '@/api/generated/moderation';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { useCategoryName } from '@/ui/category';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';

/** What the campaign asks for, in words. */
function useAsked({ resources, goal_amount: goal, currency, time_goal_minutes: minutes, needs }: Reviewed): string[] {
  const { t } = useTranslation('admin');
  const format = useFormat();
  return [
    ...(resources.includes('money') ? [format.money({ amount: goal, currency })] : []),
    ...(minutes > 0 ? [t('review.hours', { shown: format.count(minutes / 60) })] : []),
    ...needs.map(({ quantity, item }) => `${format.count(quantity)} × ${item}`),
  ];
}

function Decisions({ campaign, title, onChanged }: { campaign: Reviewed; title: string; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<'ask' | 'reject'>();
  const [approve] = useApproveCampaignMutation();
  const [reinstate] = useReinstateCampaignMutation();
  const [request] = useRequestChangesMutation();
  const [reject] = useRejectCampaignMutation();
  const { id, revision, status } = campaign;
  const read = { campaign_id: id, revision };
  const done = (what: 'approve' | 'ask' | 'reject' | 'reinstate') => {
    setAsked(undefined);
    showToast({ title: t(`review.done.${what}`), text: title });
    onChanged();
  };
  const waits = status === 'in_review';
  const { run, busy, failure } = useCommand(() => (waits ? approve : reinstate)({ campaignBody: read }).unwrap(), {
    onDone: () => done(waits ? 'approve' : 'reinstate'),
    onRefused: (problem) => {
      if (problem.status === 409) onChanged();
    },
  });
  if (!waits && status !== 'suspended') return null;
  const decide = asked === 'ask' ? request : reject;
  return (
    <>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.problem.code === 'stale_revision' ? t('review.changed') : failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        <Button onClick={() => run(undefined)} busy={busy}>
          {t(waits ? 'review.approve' : 'review.reinstate')}
        </Button>
        {waits && (
          <>
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsked('ask')}>
              {t('review.ask')}
            </Button>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsked('reject')}>
              {t('review.reject')}
            </Button>
          </>
        )}
        <LinkButton variant="quiet" to={`/campaign/${campaign.slug}`}>
          {t('review.page')}
        </LinkButton>
      </div>
      {asked && (
        <ReasonDialog
          title={t(`review.${asked}Title`)}
          label={t(`review.${asked}Label`)}
          hint={t('review.hint', { max: longestReason })}
          go={t(`review.${asked}`)}
          back={t('review.back')}
          danger={asked === 'reject'}
          send={(reason) => decide({ decisionBody: { ...read, reason } }).unwrap()}
          onDone={() => done(asked)}
          onRefused={onChanged}
          onClose={() => setAsked(undefined)}
        >
          {t(`review.${asked}Text`)}
        </ReasonDialog>
      )}
    </>
  );
}

/** A campaign under review: its title and who began it and, unfolded, all that strangers will read, with what can be decided. */
export function ReviewedCampaign({ campaign, onChanged }: { campaign: Reviewed; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const format = useFormat();
  const categoryName = useCategoryName();
  const titleOf = useCampaignTitle();
  const asked = useAsked(campaign);
  const { lang, organizer, earlier, location, beneficiary_name: whom, description, story, stop_reason: said } = campaign;
  const title = titleOf(campaign.title);
  return (
    <li>
      <details className="admin-message">
        <summary>
          <div>
            <h2 lang={campaign.title ? lang : undefined}>{title}</h2>
            <p className="sm mut">
              {t('review.by', { name: organizer.name || common('anonymous') })} · <RelativeTime at={campaign.since} />
            </p>
          </div>
          <Icon name="down" />
        </summary>
        <div className="admin-tags">
          <Chip>{categoryName(campaign.category)}</Chip>
          <Chip>{earlier > 0 ? t('review.earlier', { count: earlier, shown: format.count(earlier) }) : t('review.first')}</Chip>
          {location && (
            <Chip>
              <span lang={lang}>{location}</span>
            </Chip>
          )}
        </div>
        <p className="admin-words" lang={lang}>
          <b>{description}</b>
          {'\n\n'}
          {story}
        </p>
        <p className="admin-asks">
          <b>{t('review.goal')}:</b> <span lang={lang}>{asked.join(' · ')}</span>
        </p>
        {whom && (
          <p>
            <Trans t={t} i18nKey="review.for" values={{ name: whom }} />
          </p>
        )}
        {said && (
          <>
            <p className="sm mut">{t('review.said')}</p>
            <blockquote className="admin-said">{said}</blockquote>
          </>
        )}
        <Decisions campaign={campaign} title={title} onChanged={onChanged} />
      </details>
    </li>
  );
}
