import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { useRateSource } from '@/parts/useRateSource';
import type { Quote } from './gift';

/** What one pays, line by line where it is more than the gift, and what of it counts towards the goal. */
export function Sum({ quote }: { quote: Quote }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const sourceOf = useRateSource();
  const { state, gift, fee, total, currency, counted } = quote;
  const known = state === 'ok';
  return (
    <div className="campaign-sum" role="group" aria-label={t('sum.label')}>
      <dl>
        {known && fee > 0 && (
          <>
            <div className="mut sm">
              <dt>{t('sum.gift')}</dt>
              <dd className="num">{format.money({ amount: gift, currency }, 'always')}</dd>
            </div>
            <div className="mut sm">
              <dt>{t('sum.fee')}</dt>
              <dd className="num">{format.money({ amount: fee, currency }, 'always')}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('sum.total')}</dt>
          <dd className="num">
            <b>{known ? format.money({ amount: total, currency }, 'always') : '–'}</b>
          </dd>
        </div>
      </dl>
      {known && counted && (
        <p className="xs mut">
          {t('sum.counted', {
            amount: format.money(counted, 'always'),
            rate: format.rate(counted.rate),
            date: format.plainDay(counted.rate.date),
            source: sourceOf(counted.rate.source),
          })}
        </p>
      )}
    </div>
  );
}
