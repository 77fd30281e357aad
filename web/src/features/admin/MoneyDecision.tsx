import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reviewed, useAllowMoneyMutation, useRefuseMoneyMutation } from '@/api/generated/moderation';
import { useMeQuery } from '@/api/generated/members';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { holds } from '@/parts/roles';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';

type Money = NonNullable<Reviewed['money']>;

/** Whether a campaign has nothing to ask for until an administrator allows money. */
export function isUndecided({ money, resources }: Pick<Reviewed, 'money' | 'resources'>): boolean {
  return money !== undefined && money.state !== 'allowed' && resources.length === 0;
}

function Deciding(props: { campaign: Reviewed; money: Money; title: string; onChanged: () => void }) {
  const { campaign, money, title, onChanged } = props;
  const { t } = useTranslation('admin');
  const [isAsked, setAsked] = useState(false);
  const [allow] = useAllowMoneyMutation();
  const [refuse] = useRefuseMoneyMutation();
  const read = { campaign_id: campaign.id, revision: campaign.revision };
  const done = (what: 'allowed' | 'refused') => {
    setAsked(false);
    showToast({ title: t(`money.done.${what}`), text: title });
    onChanged();
  };
  const { run, busy, failure } = useCommand(() => allow({ campaignBody: read }).unwrap(), {
    onDone: () => done('allowed'),
    onRefused: (problem) => {
      if (problem.status === 409) onChanged();
    },
  });
  return (
    <>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.problem.code === 'stale_revision' ? t('review.stale') : failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        <Button onClick={() => run(undefined)} busy={busy}>
          {t('money.allow')}
        </Button>
        {money.state === 'asked' && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsked(true)}>
            {t('money.refuse')}
          </Button>
        )}
      </div>
      {isAsked && (
        <ReasonDialog
          title={t('money.refuseTitle')}
          label={t('money.reason')}
          hint={t('review.hint', { max: longestReason })}
          go={t('money.refuse')}
          back={t('review.back')}
          danger
          send={(reason) => refuse({ decisionBody: { ...read, reason } }).unwrap()}
          onDone={() => done('refused')}
          onRefused={onChanged}
          onClose={() => setAsked(false)}
        >
          {t(isUndecided(campaign) ? 'money.refuseAlone' : 'money.refuseText')}
        </ReasonDialog>
      )}
    </>
  );
}

/** The money that a campaign asks to collect, what it is for and, for administrators, the decision. */
export function MoneyDecision({ campaign, title, onChanged }: { campaign: Reviewed; title: string; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { data: me } = useMeQuery();
  const { money, lang } = campaign;
  if (!money || money.by_page) return null;
  const amount = format.money({ amount: money.goal_amount, currency: money.currency });
  const decides = holds(me?.roles ?? [], 'administrator');
  return (
    <section className="admin-money" aria-label={t('money.label')}>
      <h3>{t(`money.is.${money.state}`, { amount })}</h3>
      <p className="sm mut">
        <RelativeTime at={money.at} />
      </p>
      {money.purpose && (
        <p className="admin-words" lang={lang}>
          {money.purpose}
        </p>
      )}
      {money.reason && <blockquote className="admin-said">{money.reason}</blockquote>}
      {money.state !== 'allowed' &&
        (decides ? (
          <Deciding campaign={campaign} money={money} title={title} onChanged={onChanged} />
        ) : (
          <p className="sm mut">{t('money.administrators')}</p>
        ))}
    </section>
  );
}
