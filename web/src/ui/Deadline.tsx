import { useTranslation } from 'react-i18next';
import { daysLeft } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { useNow } from './useNow';

/** "12 days left", or "No deadline". `endDate` is the day at whose end it is over, as the campaign's own place counts. */
export function Deadline({ endsAt, endDate }: { endsAt: string | undefined; endDate: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (!endsAt) return <>{t('deadline.none')}</>;
  const days = daysLeft(endsAt, now);
  return (
    <span title={endDate && format.plainDay(endDate)}>{t('deadline.days', { count: days, shown: format.count(days) })}</span>
  );
}
