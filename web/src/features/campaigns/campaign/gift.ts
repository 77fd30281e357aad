import type { CampaignDetail } from '@/api/generated/campaigns';
import type { DonateMoneyBody } from '@/api/generated/giving';
import type { PaymentFee, Rate, Settings } from '@/api/generated/platform';
import { parseAmount } from '@/i18n/figures';
import type { Currency } from '@/i18n/format';
import type { Language } from '@/i18n/languages';
import { type Strand, strands } from '@/ui/StrandBar';

/** Amounts offered, in minor units of the chosen currency. */
export const presets = [10_00, 25_00, 50_00, 100_00, 250_00, 500_00] as const;

/** The one that is chosen beforehand. */
export const preselected = 50_00 satisfies (typeof presets)[number];

/** The most characters the server takes. */
export const limits = { message: 500, name: 120, email: 254 } as const;

/** The form as it is filled in; field names are the server's, so that its errors find them. */
export interface GiftForm {
  /** Minor units; absent when another amount is typed. */
  preset?: number | undefined;
  /** The other amount, as typed. */
  amount: string;
  currency: Currency;
  cover_fees: boolean;
  message: string;
  anonymous: boolean;
  donor_name: string;
  donor_email: string;
}

export function emptyGift(currency: Currency): GiftForm {
  return {
    preset: preselected,
    amount: '',
    currency,
    cover_fees: false,
    message: '',
    anonymous: false,
    donor_name: '',
    donor_email: '',
  };
}

/** What is asked on top so that the gift arrives whole after the provider's fee, in minor units. */
export function coverFee(gift: number, fee: Pick<PaymentFee, 'basis_points' | 'fixed'>): number {
  const rest = 10_000n - BigInt(fee.basis_points);
  const whole = ((BigInt(gift) + BigInt(fee.fixed)) * 10_000n + rest - 1n) / rest;
  return Number(whole) - gift;
}

/** An amount in minor units at an exact rate, rounded half to even as the server does. */
export function convert(minor: number, rate: Pick<Rate, 'num' | 'den'>): number {
  const product = BigInt(minor) * BigInt(rate.num);
  const den = BigInt(rate.den);
  const whole = product / den;
  const twice = (product % den) * 2n;
  const up = twice > den || (twice === den && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}

type AmountState = 'missing' | 'invalid' | 'other_currency' | 'too_small' | 'too_large' | 'ok';

/** What the filled-in form comes to. Amounts in minor units of `currency`. */
export interface Quote {
  readonly state: AmountState;
  readonly gift: number;
  readonly currency: Currency;
  /** What covering the fee would add; undefined where it is not known. */
  readonly feeOffer: number | undefined;
  /** What it adds. */
  readonly fee: number;
  readonly total: number;
  /** What the gift counts in the campaign's currency, where that is another one and the rate is known. */
  readonly counted: { readonly amount: number; readonly currency: Currency; readonly rate: Rate } | undefined;
}

type Terms = Pick<Settings, 'payment_fees' | 'rates' | 'max_amount'>;

interface Amount {
  readonly state: AmountState;
  /** Minor units. */
  readonly gift: number;
  /** What was typed of another currency than the chosen one. */
  readonly sign?: string;
}

const mostOf = (terms: Terms | undefined) => terms?.max_amount ?? Number.MAX_SAFE_INTEGER;

/** The smallest gift in a currency, in minor units. */
export const leastOf = (currency: Currency, terms: Terms | undefined) =>
  terms?.payment_fees.find((fee) => fee.currency === currency)?.least ?? 1;

type Typed = Pick<GiftForm, 'preset' | 'amount' | 'currency'>;

/** The amount chosen or typed, and whether it can be given. */
export function amountOf(form: Typed, locale: string, terms: Terms | undefined): Amount {
  if (form.preset !== undefined) return { state: 'ok', gift: form.preset };
  const typed = parseAmount(form.amount, locale, form.currency);
  if (typed.kind === 'empty') return { state: 'missing', gift: 0 };
  if (typed.kind === 'other_currency') return { state: typed.kind, gift: 0, sign: typed.sign };
  if (typed.kind === 'invalid' || typed.minor === 0) return { state: 'invalid', gift: 0 };
  if (typed.minor > mostOf(terms)) return { state: 'too_large', gift: 0 };
  return typed.minor < leastOf(form.currency, terms) ? { state: 'too_small', gift: 0 } : { state: 'ok', gift: typed.minor };
}

/** `terms` may still be on their way: then no fee is offered, and what counts is not said. */
export function quoteOf(form: GiftForm, campaignCurrency: Currency, terms: Terms | undefined, locale: string): Quote {
  const { currency } = form;
  const { state, gift } = amountOf(form, locale, terms);
  const charged = terms?.payment_fees.find((entry) => entry.currency === currency);
  const feeOffer = charged && gift > 0 ? coverFee(gift, charged) : undefined;
  const fee = form.cover_fees ? (feeOffer ?? 0) : 0;
  const rate = terms?.rates.find(({ from, to }) => from === currency && to === campaignCurrency);
  return {
    // The fee is part of the one payment that has the limit.
    state: state === 'ok' && gift + fee > mostOf(terms) ? 'too_large' : state,
    gift,
    currency,
    feeOffer,
    fee,
    total: gift + fee,
    counted: rate && gift > 0 ? { amount: convert(gift, rate), currency: campaignCurrency, rate } : undefined,
  };
}

interface Giving {
  campaign: string;
  lang: Language;
  /** Guests may say who they are; a member is known. */
  guest: boolean;
}

/** The command of a form whose amount is good. What was left empty or unticked is not sent. */
export function bodyOf(form: GiftForm, quote: Quote, { campaign, lang, guest }: Giving): DonateMoneyBody {
  const message = form.message.trim();
  const name = form.donor_name.trim();
  const email = form.donor_email.trim();
  return {
    campaign_id: campaign,
    amount: quote.gift,
    currency: quote.currency,
    lang,
    ...(form.cover_fees && { cover_fees: true }),
    ...(form.anonymous && { anonymous: true }),
    ...(message && { message }),
    ...(guest && name && { donor_name: name }),
    ...(guest && email && { donor_email: email }),
  };
}

/** Whether a campaign can be given money now, and if not, why. */
export type Standing = 'open' | 'paused' | 'ended' | 'hidden' | 'no_money';

export function standingOf({ status, resources }: Pick<CampaignDetail, 'status' | 'resources'>): Standing {
  if (status === 'paused') return 'paused';
  if (status === 'completed' || status === 'cancelled') return 'ended';
  // In review or suspended: what stands above the page says so.
  if (status !== 'active') return 'hidden';
  return resources.includes('money') ? 'open' : 'no_money';
}

/** The kinds of contribution that a campaign takes, in the order in which they are shown. */
export function kindsOf(page: Pick<CampaignDetail, 'resources' | 'time_goal_minutes' | 'needs'>): Strand[] {
  const asks = { money: true, time: page.time_goal_minutes > 0, materials: page.needs.length > 0 };
  return strands.filter((kind) => asks[kind] && page.resources.includes(kind));
}

/** Whether anything can be contributed now. */
export function isOpen(page: CampaignDetail): boolean {
  return page.status === 'active' && kindsOf(page).length > 0;
}

/** What a refused or failed command means for the page. */
export type GiftFailure =
  /** The payment page could not be made; the same gift is tried again. */
  | 'payment'
  /** The campaign stopped taking gifts meanwhile. */
  | 'closed'
  | 'refused';

export function failureOf(code: string): GiftFailure {
  if (code === 'payment_unavailable') return 'payment';
  return /^campaign_(paused|completed|closed|suspended|not_found)$/.test(code) || code === 'money_not_asked'
    ? 'closed'
    : 'refused';
}
