import { useTranslation } from 'react-i18next';
import type { Recent } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';

/** "Gift of €50 from a guest", "3 h of time, pledged": one line of the ledger in words. */
export function useGiftText(): (gift: Recent) => string {
  const { t } = useTranslation('landing');
  const format = useFormat();
  return ({ kind, giver, amount, currency, minutes, quantity }) => {
    if (kind === 'time') return t('ledger.time', { shown: `${format.count(minutes / 60)} h` });
    if (kind === 'materials') return t('ledger.materials', { count: quantity, shown: format.count(quantity) });
    return t(`ledger.${giver}`, { amount: currency && format.money({ amount, currency }) });
  };
}
