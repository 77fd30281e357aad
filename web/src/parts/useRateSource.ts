import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The name of the table of exchange rates that ships with Callup (internal/rates/default.json), as gifts record it. */
export const shippedRates = 'Callup default table';

/** Names the source of an exchange rate: others by the name they give themselves, our own in the reader's language. */
export function useRateSource(): (source: string) => string {
  const { t } = useTranslation();
  return useCallback((source) => (source === shippedRates ? t('rates.shipped') : source), [t]);
}
