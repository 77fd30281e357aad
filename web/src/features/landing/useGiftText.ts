import { useTranslation } from 'react-i18next';
import type { Recent } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';

/** "Gift of €50 from a guest": one line of the ledger in words. */
export function useGiftText(): (gift: Recent) => string {
  const { t } = useTranslation('landing');
  const format = useFormat();
  return (gift) => t(`ledger.${gift.giver}`, { amount: format.money(gift) });
}
