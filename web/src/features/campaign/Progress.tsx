import { Trans, useTranslation } from 'react-i18next';
import type { Page } from '@/api/generated';
import { useFormat } from '@/i18n/useFormat';
import { CountUp } from '@/ui/CountUp';
import { Deadline } from '@/ui/Deadline';
import { Money } from '@/ui/Money';
import { StrandBar } from '@/ui/StrandBar';

/** Nobody has given yet: an invitation says more than an empty bar. */
function untouched(page: Page): boolean {
  return page.raised_amount === 0 && page.supporters === 0 && page.status === 'active';
}

function Raised({ page }: { page: Page }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency, goal_amount: goal } = page;
  const money = { goal: <Money value={{ amount: goal, currency }} /> };
  if (untouched(page)) {
    return (
      <p className="lead lead-first">
        <b className="display">{t('card.beFirst')}</b>{' '}
        {goal > 0 && (
          <span className="mut">
            <Trans i18nKey="card.goal" components={money} />
          </span>
        )}
      </p>
    );
  }
  return (
    <p className="lead">
      <b className="display">
        <CountUp value={page.raised_amount} format={(amount) => format.money({ amount, currency })} />
      </b>{' '}
      <span className="mut">{goal > 0 ? <Trans i18nKey="card.raisedOf" components={money} /> : t('card.raised')}</span>
    </p>
  );
}

/** "71 % · 48 supporters · 12 days left", as far as each can be said. */
function Facts({ page, percent }: { page: Page; percent: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const people = page.supporters;
  return (
    <p className="facts sm mut num">
      {percent !== undefined && !untouched(page) && <span>{percent}</span>}
      {!untouched(page) && <span>{t('supporters', { count: people, shown: format.count(people) })}</span>}
      <span>{page.status === 'active' ? <Deadline endsAt={page.ends_at} endDate={page.end_date} /> : t(`status.${page.status}`)}</span>
    </p>
  );
}

/** How far the campaign is, the amount first. Bars stop at full, the text beside them does not. */
export function Progress({ page }: { page: Page }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const asks = (strand: Page['resources'][number]) => page.resources.includes(strand);
  const hours = (minutes: number) => format.count(Math.floor(minutes / 6) / 10);
  const percent = asks('money') ? format.reached(page.raised_amount, page.goal_amount) : undefined;
  const withPledged = (text: string, pledged: string | undefined) => (pledged ? `${text} · ${pledged}` : text);
  return (
    <div className="progress">
      <div>
        {asks('money') && <Raised page={page} />}
        <Facts page={page} percent={percent} />
      </div>
      {percent !== undefined && !untouched(page) && (
        <StrandBar layout="block" strand="money" value={page.raised_amount} max={page.goal_amount} text={percent} />
      )}
      {asks('time') && page.time_goal_minutes > 0 && (
        <StrandBar
          layout="block"
          strand="time"
          value={page.minutes_confirmed}
          pledged={page.minutes_pledged}
          max={page.time_goal_minutes}
          text={withPledged(
            common('progress.hours', { done: hours(page.minutes_confirmed), goal: hours(page.time_goal_minutes) }),
            page.minutes_pledged > 0 ? t('progress.pledged', { shown: hours(page.minutes_pledged) }) : undefined,
          )}
          asked={common('progress.hoursAsked', { goal: hours(page.time_goal_minutes) })}
        />
      )}
      {asks('materials') && page.items_goal > 0 && (
        <StrandBar
          layout="block"
          strand="materials"
          value={page.items_received}
          pledged={page.items_pledged}
          max={page.items_goal}
          text={withPledged(
            common('progress.items', { done: format.count(page.items_received), goal: format.count(page.items_goal) }),
            page.items_pledged > 0 ? t('progress.pledged', { shown: format.count(page.items_pledged) }) : undefined,
          )}
          asked={common('progress.itemsAsked', { count: page.items_goal, goal: format.count(page.items_goal) })}
        />
      )}
    </div>
  );
}
