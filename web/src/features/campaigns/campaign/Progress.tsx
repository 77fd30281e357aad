import { Trans, useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { CampaignBars } from '@/parts/CampaignBars';
import { isClosed, isUntouched } from '@/parts/campaignFacts';
import { CountUp } from '@/ui/CountUp';
import { Deadline } from '@/ui/Deadline';
import { Money } from '@/ui/Money';

function Raised({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency, goal_amount: goal } = page;
  const money = { goal: <Money value={{ amount: goal, currency }} /> };
  if (isUntouched(page)) {
    return (
      <p className="campaign-lead campaign-lead-first">
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
    <p className="campaign-lead">
      <b className="display">
        <CountUp value={page.raised_amount} format={(amount) => format.money({ amount, currency })} />
      </b>{' '}
      <span className="mut">{goal > 0 ? <Trans i18nKey="card.raisedOf" components={money} /> : t('card.raised')}</span>
    </p>
  );
}

/** "71 % · 48 supporters · 12 days left", as far as each can be said. */
function Facts({ page, percent }: { page: CampaignDetail; percent: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const people = page.supporters;
  return (
    <p className="campaign-facts sm mut">
      {percent !== undefined && !isUntouched(page) && <span>{percent}</span>}
      {!isUntouched(page) && <span>{t('supporters', { count: people, shown: format.count(people) })}</span>}
      <span>
        {isClosed(page.status) ? t(`status.${page.status}`) : <Deadline endsAt={page.ends_at} endDate={page.end_date} />}
      </span>
    </p>
  );
}

/** How far the campaign is, the amount first. Bars stop at full, the text beside them does not. */
export function Progress({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const asksMoney = page.resources.includes('money');
  const percent = asksMoney ? format.reached(page.raised_amount, page.goal_amount) : undefined;
  return (
    <div className="campaign-progress">
      <div>
        {asksMoney && <Raised page={page} />}
        <Facts page={page} percent={percent} />
      </div>
      <CampaignBars campaign={page} named sayPledged={(shown) => t('progress.pledged', { shown })} />
    </div>
  );
}

/** "€4,230 raised of €6,000 · 71 %" on one line: how far the campaign is, where its bars are out of sight. */
export function SheetProgress({ page }: { page: CampaignDetail }) {
  const format = useFormat();
  const percent = isUntouched(page) ? undefined : format.reached(page.raised_amount, page.goal_amount);
  return (
    <div className="campaign-sheet-progress">
      <Raised page={page} />
      {percent && <span className="sm mut">· {percent}</span>}
    </div>
  );
}
