import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import {
  type Reviewed,
  useApproveCampaignMutation,
  useCheckCampaignChangesMutation,
  useReinstateCampaignMutation,
  useRejectCampaignMutation,
  useRequestChangesMutation,
  useSuspendCampaignMutation,
} from '@/api/generated/moderation';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { useCategoryName } from '@/ui/category';
import { Chip } from '@/ui/Chip';
import { Cover } from '@/ui/Cover';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { isUndecided, MoneyDecision } from './MoneyDecision';

/** What the campaign asks for, in words. */
function useAsked({ resources, goal_amount, currency, money, time_goal_minutes: minutes, needs }: Reviewed): string[] {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const goal = money?.goal_amount ?? goal_amount;
  return [
    ...(money || resources.includes('money') ? [format.money({ amount: goal, currency })] : []),
    ...(minutes > 0 ? [t('review.hours', { shown: format.count(minutes / 60) })] : []),
    ...needs.map(({ quantity, item }) => `${format.count(quantity)} × ${item}`),
  ];
}

function Decisions({ campaign, title, onChanged }: { campaign: Reviewed; title: string; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<'ask' | 'reject' | 'suspend'>();
  const [approve] = useApproveCampaignMutation();
  const [check] = useCheckCampaignChangesMutation();
  const [suspend] = useSuspendCampaignMutation();
  const [reinstate] = useReinstateCampaignMutation();
  const [request] = useRequestChangesMutation();
  const [reject] = useRejectCampaignMutation();
  const { id, revision, status } = campaign;
  const read = { campaign_id: id, revision };
  const done = (what: 'approve' | 'check' | 'ask' | 'reject' | 'reinstate' | 'suspend') => {
    setAsked(undefined);
    showToast({ title: t(`review.done.${what}`), text: title });
    onChanged();
  };
  const waits = status === 'in_review';
  const changed = campaign.approved !== undefined;
  const main = changed ? 'check' : waits ? 'approve' : 'reinstate';
  const decision = { approve, check, reinstate }[main];
  const { run, busy, failure } = useCommand(() => decision({ campaignBody: read }).unwrap(), {
    onDone: () => done(main),
    onRefused: (problem) => {
      if (problem.status === 409) onChanged();
    },
  });
  if (!waits && !changed && status !== 'suspended') return null;
  const send = (reason: string) => {
    if (asked === 'suspend') return suspend({ suspensionBody: { ...read, reason } }).unwrap();
    return (asked === 'ask' ? request : reject)({ decisionBody: { ...read, reason } }).unwrap();
  };
  return (
    <>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.problem.code === 'stale_revision' ? t('review.stale') : failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        {!(waits && isUndecided(campaign)) && (
          <Button onClick={() => run(undefined)} busy={busy}>
            {t(`review.${main}`)}
          </Button>
        )}
        {changed && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsked('suspend')}>
            {t('review.suspend')}
          </Button>
        )}
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
          hint={t(asked === 'suspend' ? 'reports.reasonHint' : 'review.hint', { max: longestReason })}
          go={t(`review.${asked}`)}
          back={t('review.back')}
          danger={asked !== 'ask'}
          send={send}
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

/** One thing that was changed after the approval, as approved and as it is now. */
function Change({ what, before, after, lang }: { what: string; before: string; after: string; lang: string }) {
  const { t } = useTranslation('admin');
  const side = (label: string, words: string) => (
    <div>
      <dt className="sm mut">{label}</dt>
      {words ? (
        <dd className="admin-words" lang={lang}>
          {words}
        </dd>
      ) : (
        <dd className="admin-words mut">{t('review.nothing')}</dd>
      )}
    </div>
  );
  return (
    <section className="admin-change">
      <h3>{what}</h3>
      <dl>
        {side(t('review.before'), before)}
        {side(t('review.now'), after)}
      </dl>
    </section>
  );
}

/** What a public campaign says otherwise than when a moderator approved it. */
function Changes({ campaign, approved }: { campaign: Reviewed; approved: NonNullable<Reviewed['approved']> }) {
  const { t } = useTranslation('admin');
  const { lang } = campaign;
  return (
    <>
      {approved.title !== campaign.title && (
        <Change what={t('review.ofTitle')} before={approved.title} after={campaign.title} lang={lang} />
      )}
      {approved.description !== campaign.description && (
        <Change what={t('review.ofDescription')} before={approved.description} after={campaign.description} lang={lang} />
      )}
      {approved.story !== campaign.story && (
        <Change what={t('review.ofStory')} before={approved.story} after={campaign.story} lang={lang} />
      )}
      {approved.new_beneficiary && (
        <Change
          what={t('review.ofBeneficiary')}
          before={approved.beneficiary_name}
          after={campaign.beneficiary_name}
          lang={lang}
        />
      )}
      {approved.new_photo && (
        <section className="admin-change">
          <h3>{t('review.ofPhoto')}</h3>
          <p>{t(campaign.photo ? 'review.newPhoto' : 'review.noPhoto')}</p>
          {campaign.photo && <Cover {...campaign} />}
        </section>
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
        {campaign.approved ? (
          <Changes campaign={campaign} approved={campaign.approved} />
        ) : (
          <p className="admin-words" lang={lang}>
            <b>{description}</b>
            {'\n\n'}
            {story}
          </p>
        )}
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
        <MoneyDecision campaign={campaign} title={title} onChanged={onChanged} />
        <Decisions campaign={campaign} title={title} onChanged={onChanged} />
      </details>
    </li>
  );
}
