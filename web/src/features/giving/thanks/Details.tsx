import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Donation } from '@/api/generated/giving';
import { useFormat } from '@/i18n/useFormat';
import { useRateSource } from '@/parts/useRateSource';
import { type Outcome, wasPaid } from './outcome';

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mut">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A gift's figures and words as they are recorded. */
export function Details({ donation, outcome }: { donation: Donation; outcome: Outcome }) {
  const { t } = useTranslation('thanks');
  const { t: common } = useTranslation();
  const format = useFormat();
  const sourceOf = useRateSource();
  const { amount, fee, currency, counted_amount, counted_currency, refunded_amount } = donation;
  const exact = (minor: number) => <span className="num">{format.money({ amount: minor, currency }, 'always')}</span>;
  const paid = wasPaid(outcome);
  const at = donation.completed_at ?? donation.started_at;
  return (
    <dl className="thanks-details">
      <Line name={t('line.campaign')}>
        <Link
          className="link"
          lang={donation.campaign_lang || undefined}
          to={`/campaign/${donation.campaign_slug || donation.campaign_id}`}
        >
          {donation.campaign_title || t('campaign')}
        </Link>
      </Line>
      <Line name={t('line.gift')}>
        <b>{exact(amount)}</b>
      </Line>
      {fee > 0 && <Line name={t('line.fee')}>{exact(fee)}</Line>}
      {fee > 0 && <Line name={t(paid ? 'line.paid' : 'line.asked')}>{exact(amount + fee)}</Line>}
      {counted_currency !== currency && (
        <Line name={t('line.counted')}>
          <span className="num">{format.money({ amount: counted_amount, currency: counted_currency }, 'always')}</span>
          <br />
          <span className="xs mut">
            {t('rate', {
              from: currency,
              rate: format.rate({ num: donation.rate_num, den: donation.rate_den }),
              to: counted_currency,
              date: format.plainDay(donation.rate_date),
              source: sourceOf(donation.rate_source),
            })}
          </span>
        </Line>
      )}
      {refunded_amount > 0 && <Line name={t('line.refunded')}>{exact(refunded_amount)}</Line>}
      <Line name={t(donation.completed_at ? 'line.completed' : 'line.started')}>
        <time dateTime={at}>{format.dateTime(at)}</time>
      </Line>
      {!paid && (
        <Line name={t('line.reference')}>
          <span className="thanks-reference">{donation.id}</span>
        </Line>
      )}
      {donation.anonymous && <Line name={t('line.name')}>{common('anonymous')}</Line>}
      {donation.message && (
        <Line name={t('line.message')}>
          <span lang={donation.lang}>{donation.message}</span>
        </Line>
      )}
    </dl>
  );
}
