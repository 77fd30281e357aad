import type { Currency } from '@/i18n/format';
import { emptyGift, type GiftForm, limits, presets } from './gift';

const currencies: readonly Currency[] = ['EUR', 'USD', 'GBP'];

/** A gift's form as it was kept in this tab, as far as it still fits; undefined where nothing was. */
export function restoredGift(kept: unknown, currency: Currency): GiftForm | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { preset, ...rest } = kept as Record<string, unknown>;
  const words = (name: string, most: number) => (typeof rest[name] === 'string' ? rest[name].slice(0, most) : '');
  return {
    ...emptyGift(currency),
    preset: presets.find((one) => one === preset),
    amount: words('amount', 40),
    currency: currencies.find((one) => one === rest.currency) ?? currency,
    cover_fees: rest.cover_fees === true,
    message: words('message', limits.message),
    anonymous: rest.anonymous === true,
    donor_name: words('donor_name', limits.name),
    donor_email: words('donor_email', limits.email),
  };
}

/** Whether nothing was filled in yet. */
export function isUntouchedGift(values: GiftForm, currency: Currency): boolean {
  const empty = emptyGift(currency);
  return (Object.keys(values) as Array<keyof GiftForm>).every((name) => values[name] === empty[name]);
}
