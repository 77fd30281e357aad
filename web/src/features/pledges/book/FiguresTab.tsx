import './book.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { type Figures, useCampaignFiguresQuery } from '@/api/generated/pledges';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import type { Strand } from '@/ui/StrandBar';
import { useNow } from '@/ui/useNow';
import { Growth } from './Growth';
import { dayIn, type Figure, growth } from './growth';

type Span = 'month' | 'quarter' | 'all';

/** How many days are shown. */
const lengths: Record<Span, number | undefined> = { month: 30, quarter: 90, all: undefined };

const figureOf: Record<Strand, Figure> = { money: 'raised', time: 'minutes', materials: 'items' };

function Plots({ campaign, figures }: { campaign: CampaignDetail; figures: Figures }) {
  const { t } = useTranslation('book');
  const { t: pledges } = useTranslation('pledges');
  const format = useFormat();
  const [span, setSpan] = useState<Span>('all');
  const { currency, time_zone: zone, days } = figures;
  const now = useNow();
  // A campaign that is over does not go on.
  const today = dayIn(zone, new Date(campaign.closed_at ?? now));
  const lastDay = days.at(-1)?.day ?? today;
  const end = lastDay > today ? lastDay : today;
  const hours = (shown: number) => pledges('hours', { shown: format.count(shown) });
  const plots: ReadonlyArray<{
    strand: Strand;
    goal: number;
    say: (value: number) => string;
    short: (value: number) => string;
  }> = [
    {
      strand: 'money',
      goal: campaign.goal_amount,
      say: (amount) => format.money({ amount, currency }),
      short: (amount) => format.compactMoney({ amount: Math.round(amount), currency }),
    },
    { strand: 'time', goal: campaign.time_goal_minutes / 60, say: hours, short: hours },
    { strand: 'materials', goal: campaign.items_goal, say: format.count, short: format.count },
  ];
  const shown = plots.filter(
    ({ strand }) => campaign.resources.includes(strand) || days.some((day) => day[figureOf[strand]] !== 0),
  );
  return (
    <>
      <div className="book-head">
        <p className="mut">{t('figures.text', { zone })}</p>
        <Segmented
          fit
          legend={t('figures.span')}
          options={(['month', 'quarter', 'all'] as const).map((value) => ({ value, label: t(`figures.${value}`) }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      <div className="book-plots">
        {shown.map(({ strand, goal, say, short }) => (
          <Growth
            key={strand}
            strand={strand}
            goal={goal}
            points={growth(figures, figureOf[strand], end, lengths[span])}
            say={say}
            sayShort={short}
          />
        ))}
      </div>
    </>
  );
}

/** How the figures of a campaign grew since its launch. */
export function FiguresTab({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('book');
  const query = useCampaignFiguresQuery({ id: campaign.id });
  return (
    <section aria-label={t('figures.title')} className="stack">
      <Loaded
        query={query}
        skeleton={
          <Loading>
            <Bone height="260px" />
          </Loading>
        }
        failed={t('figures.failed')}
      >
        {(figures) => <Plots campaign={campaign} figures={figures} />}
      </Loaded>
    </section>
  );
}
