import { useTranslation } from 'react-i18next';
import { daysLeft } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { useNow } from './useNow';

/** "12 days left", or "No deadline". */
export function Deadline({ endsAt }: { endsAt: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (!endsAt) return <>{t('deadline.none')}</>;
  return <span title={format.longDate(endsAt)}>{t('deadline.days', { count: daysLeft(endsAt, now) })}</span>;
}
