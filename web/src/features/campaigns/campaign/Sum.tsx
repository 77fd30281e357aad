import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import type { Quote } from './gift';

/** What one pays, line by line, and what of it counts towards the goal. */
export function Sum({ quote }: { quote: Quote }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  if (quote.state !== 'ok') return null;
  const { gift, fee, total, currency, counted } = quote;
  return (
    <div className="campaign-sum" role="group" aria-label={t('sum.label')}>
      <dl className="num">
        <div className="mut sm">
          <dt>{t('sum.gift')}</dt>
          <dd>{format.money({ amount: gift, currency }, 'always')}</dd>
        </div>
        {fee > 0 && (
          <div className="mut sm">
            <dt>{t('sum.fee')}</dt>
            <dd>{format.money({ amount: fee, currency }, 'always')}</dd>
          </div>
        )}
        <div>
          <dt>{t('sum.total')}</dt>
          <dd>
            <b>{format.money({ amount: total, currency }, 'always')}</b>
          </dd>
        </div>
      </dl>
      {counted && (
        <p className="xs mut">
          {t('sum.counted', {
            amount: format.money(counted, 'always'),
            rate: format.rate(counted.rate),
            date: format.plainDay(counted.rate.date),
            source: counted.rate.source,
          })}
        </p>
      )}
    </div>
  );
}
