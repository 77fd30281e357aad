import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Notice } from '@/ui/States';
import { standingOf } from './gift';
import { MoneyForm } from './MoneyForm';
import type { GiftFormState } from './useGiftForm';

/** Why nothing can be given now, and what came of the campaign. */
function Closed({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const standing = standingOf(page);
  if (standing === 'no_money') return <Notice>{t('closed.noMoney')}</Notice>;
  if (standing === 'paused') {
    return (
      <Notice>
        <p>
          <b>{t('closed.paused')}</b>
        </p>
        <p>{t('closed.pausedText')}</p>
      </Notice>
    );
  }
  const { currency, raised_amount: raised, goal_amount: goal, closed_at: closed, end_reason: reason } = page;
  const amounts = { raised: format.money({ amount: raised, currency }), goal: format.money({ amount: goal, currency }) };
  const people = common('supporters', { count: page.supporters, shown: format.count(page.supporters) });
  return (
    <Notice>
      <p>
        <b>{t('closed.ended')}</b>
      </p>
      {closed && reason && (
        <p>
          {t(`closed.${reason}`, {
            date: reason === 'end_date' && page.end_date ? format.plainDay(page.end_date) : format.dayIn(closed, page.time_zone),
          })}
        </p>
      )}
      {page.resources.includes('money') && (
        <p>{t(goal > 0 ? 'closed.outcome' : 'closed.outcomeNoGoal', { ...amounts, people })}</p>
      )}
    </Notice>
  );
}

interface Props {
  page: CampaignDetail;
  gift: GiftFormState;
  /** Stands before it, within the same part. */
  head?: ReactNode;
}

/** How to contribute, in the kinds that can be used now. */
export function ContributionPanel({ page, gift, head }: Props) {
  if (standingOf(page) === 'open') return <MoneyForm campaign={page} gift={gift} head={head} />;
  return (
    <div className="campaign-closed">
      {head}
      <Closed page={page} />
    </div>
  );
}
