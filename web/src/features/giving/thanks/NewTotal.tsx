import { Trans, useTranslation } from 'react-i18next';
import { useCampaignQuery } from '@/api/generated/campaigns';
import type { Donation } from '@/api/generated/giving';
import { useFormat } from '@/i18n/useFormat';
import { isClosed } from '@/parts/campaignFacts';
import { CountUp } from '@/ui/CountUp';
import { Deadline } from '@/ui/Deadline';
import { Icon } from '@/ui/Icon';
import { Money } from '@/ui/Money';
import { Bar } from '@/ui/StrandBar';
import { TotalBones } from './TotalBones';

interface PieceProps {
  mine: number;
  raised: number;
  goal: number;
}

/** The last piece of the bar, which is this gift; none where it is too small to see, or the bar was full before. */
function Piece({ mine, raised, goal }: PieceProps) {
  const start = (Math.max(0, raised - mine) / goal) * 100;
  const end = Math.min(100, (raised / goal) * 100);
  if (end - start < 0.5) return null;
  return <span className="thanks-piece" style={{ insetInlineStart: `${start}%`, inlineSize: `${end - start}%` }} />;
}

/** How far the campaign is with this gift, and goes on while one looks; nothing where it is not shown any more. */
export function NewTotal({ donation }: { donation: Donation }) {
  const { t } = useTranslation('thanks');
  const { t: common } = useTranslation();
  const format = useFormat();
  // Read after the gift, so that its figure has it.
  const { currentData: campaign, isError } = useCampaignQuery({ slug: donation.campaign_id });
  if (isError) return null;
  if (!campaign) return <TotalBones />;
  const { currency, raised_amount: raised, goal_amount: goal, supporters } = campaign;
  const percent = format.reached(raised, goal);
  const mine = donation.counted_amount;
  return (
    <section className="thanks-total" aria-label={t('total.label')}>
      <p className="thanks-raised">
        <b className="display">
          <CountUp value={raised} format={(amount) => format.money({ amount, currency })} />
        </b>{' '}
        <span className="mut">
          {goal > 0 ? (
            <Trans ns="thanks" i18nKey="total.raisedOf" components={{ goal: <Money value={{ amount: goal, currency }} /> }} />
          ) : (
            t('total.raised')
          )}
        </span>
      </p>
      {percent !== undefined && (
        <div className="thanks-bar">
          <Bar strand="money" value={raised} max={goal} label={common('strand.money')} text={percent} />
          <Piece mine={mine} raised={raised} goal={goal} />
        </div>
      )}
      <p className="thanks-facts sm mut num">
        <span>
          {percent !== undefined && `${percent} · `}
          {common('supporters', { count: supporters, shown: format.count(supporters) })} ·{' '}
          {isClosed(campaign.status) ? (
            common(`status.${campaign.status}`)
          ) : (
            <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />
          )}
        </span>
        <b className="thanks-added">
          <Icon name="up" size={16} />
          +&nbsp;{format.money({ amount: mine, currency })}
        </b>
      </p>
    </section>
  );
}
