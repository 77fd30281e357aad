import { useTranslation } from 'react-i18next';
import { type Totals, usePlatformTotalsQuery } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { Announcement } from '@/ui/Announcement';
import { CountUp } from '@/ui/CountUp';
import { Bone, Loading } from '@/ui/Skeleton';

function Figures({ totals }: { totals: Totals }) {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const { currency, approximate, people } = totals;
  const counts = [
    ['hours', Math.floor(totals.minutes_confirmed / 60)],
    ['items', totals.items_received],
    ['people', people],
  ] as const;
  // What is about right is said without cents, and never larger than it is.
  const money = (amount: number) => format.money({ amount: approximate ? amount - (amount % 100) : amount, currency });
  const given = money(totals.raised_amount);
  return (
    <>
      <dl className="landing-totals">
        <div>
          <dt className="mut sm">{t('totals.given', { count: totals.campaigns, shown: format.count(totals.campaigns) })}</dt>
          <dd title={approximate ? t('totals.about', { amount: given }) : undefined}>
            {approximate && <span aria-hidden="true">≈ </span>}
            <CountUp value={totals.raised_amount} format={money} />
          </dd>
        </div>
        {counts.map(([what, count]) => (
          <div key={what}>
            <dt className="mut sm">{t(`totals.${what}`, { count })}</dt>
            <dd>
              <CountUp value={count} format={format.count} />
            </dd>
          </div>
        ))}
      </dl>
      <Announcement text={t('totals.now', { amount: given, count: people, shown: format.count(people) })} />
    </>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="landing-totals">
        {[0, 1, 2, 3].map((index) => (
          <div key={index}>
            <Bone width="75%" height="18px" />
            <Bone width="60%" height="36px" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** What everyone gathered, moving as gifts arrive. */
export function TotalsStrip() {
  const { t } = useTranslation('landing');
  return (
    <section aria-label={t('totals.label')} className="totals-strip">
      <Loaded query={usePlatformTotalsQuery()} skeleton={<Bones />} failed={t('totals.failed')}>
        {(totals) => <Figures totals={totals} />}
      </Loaded>
    </section>
  );
}
