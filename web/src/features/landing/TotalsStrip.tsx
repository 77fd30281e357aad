import { useTranslation } from 'react-i18next';
import type { Totals } from '@/api/generated';
import { useFormat } from '@/i18n/useFormat';
import { CountUp } from '@/ui/CountUp';
import { Bone, Loading } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import { usePlatformTotalsQuery } from './api';

/** Whole hours, never rounded up. */
function hours(minutes: number): number {
  return Math.floor(minutes / 60);
}

function Figures({ totals }: { totals: Totals }) {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const { currency, approximate } = totals;
  // Totals are read from afar: cents stay in the accessible name.
  const whole = (minor: number) => format.money({ amount: minor - (minor % 100), currency });
  const exact = format.money({ amount: totals.raised_amount, currency });
  return (
    <dl className="totals" aria-live="polite">
      <div>
        <dt className="mut sm">{t('totals.given', { count: totals.campaigns, shown: format.count(totals.campaigns) })}</dt>
        <dd title={approximate ? t('totals.about', { amount: exact }) : exact}>
          {approximate && <span aria-hidden="true">≈ </span>}
          <CountUp value={totals.raised_amount} format={whole} />
        </dd>
      </div>
      <div>
        <dt className="mut sm">{t('totals.confirmed', { pledged: format.count(hours(totals.minutes_pledged)) })}</dt>
        <dd>
          <CountUp
            value={hours(totals.minutes_confirmed)}
            format={(value) => t('totals.hours', { hours: format.count(value) })}
          />
        </dd>
      </div>
      <div>
        <dt className="mut sm">{t('totals.items', { count: totals.items_received })}</dt>
        <dd>
          <CountUp value={totals.items_received} format={format.count} />
        </dd>
      </div>
      <div>
        <dt className="mut sm">{t('totals.people', { count: totals.people })}</dt>
        <dd>
          <CountUp value={totals.people} format={format.count} />
        </dd>
      </div>
    </dl>
  );
}

/** What everyone gathered, moving as gifts arrive. */
export function TotalsStrip() {
  const { t } = useTranslation('landing');
  const { data, isError, isFetching, refetch } = usePlatformTotalsQuery();
  return (
    <section aria-label={t('totals.label')} className="totals-strip">
      {data && <Figures totals={data} />}
      {!data && isError && <ErrorState text={t('totals.failed')} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Loading>
          <div className="totals">
            {[0, 1, 2, 3].map((index) => (
              <div key={index}>
                <Bone width="60%" height="38px" />
                <Bone width="75%" height="22px" />
              </div>
            ))}
          </div>
        </Loading>
      )}
    </section>
  );
}
