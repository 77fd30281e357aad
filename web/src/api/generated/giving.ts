// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    gifts: build.query<GiftsApiResponse, GiftsApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/gifts`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          q: queryArg.q,
          from: queryArg["from"],
          until: queryArg.until,
        },
      }),
    }),
    campaignGifts: build.query<CampaignGiftsApiResponse, CampaignGiftsApiArg>({
      query: (queryArg) => ({
        url: `/api/campaigns/${queryArg.id}/gifts`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    askRefund: build.mutation<AskRefundApiResponse, AskRefundApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/ask-refund`,
        method: "POST",
        body: queryArg.askRefundBody,
      }),
    }),
    cancelDonation: build.mutation<
      CancelDonationApiResponse,
      CancelDonationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/cancel-donation`,
        method: "POST",
        body: queryArg.donationBody,
      }),
    }),
    declineRefund: build.mutation<
      DeclineRefundApiResponse,
      DeclineRefundApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/decline-refund`,
        method: "POST",
        body: queryArg.declineRefundBody,
      }),
    }),
    donateMoney: build.mutation<DonateMoneyApiResponse, DonateMoneyApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/donate-money`,
        method: "POST",
        body: queryArg.donateMoneyBody,
      }),
    }),
    refundDonation: build.mutation<
      RefundDonationApiResponse,
      RefundDonationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/refund-donation`,
        method: "POST",
        body: queryArg.refundDonationBody,
      }),
    }),
    refundGift: build.mutation<RefundGiftApiResponse, RefundGiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/refund-gift`,
        method: "POST",
        body: queryArg.refundGiftBody,
      }),
    }),
    returnGift: build.mutation<ReturnGiftApiResponse, ReturnGiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/return-gift`,
        method: "POST",
        body: queryArg.refundGiftBody,
      }),
    }),
    donation: build.query<DonationApiResponse, DonationApiArg>({
      query: (queryArg) => ({ url: `/api/donations/${queryArg.id}` }),
    }),
    myContributions: build.query<
      MyContributionsApiResponse,
      MyContributionsApiArg
    >({
      query: () => ({ url: `/api/me/contributions` }),
    }),
    myGiven: build.query<MyGivenApiResponse, MyGivenApiArg>({
      query: () => ({ url: `/api/me/given` }),
    }),
    myTransactions: build.query<
      MyTransactionsApiResponse,
      MyTransactionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/me/transactions`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const givingApi = withRules(injectedRtkApi, {
  gifts: { reads: {"kind":"gifts","refetch":true,"topic":"gifts","search":["limit","cursor","q","from","until"]} },
  campaignGifts: { reads: {"kind":"campaign-gifts","topic":"campaign-gifts/{id}","search":["limit","cursor"]} },
  askRefund: 'command',
  cancelDonation: 'command',
  declineRefund: 'command',
  donateMoney: 'command',
  refundDonation: 'command',
  refundGift: 'command',
  returnGift: 'command',
  donation: { reads: {"kind":"donation","topic":"donation/{id}","search":[]} },
  myContributions: { reads: {"kind":"my-contributions","topic":"me","search":[]} },
  myGiven: { reads: {"kind":"my-given","refetch":true,"topic":"me","search":[]} },
  myTransactions: { reads: {"kind":"my-transactions","refetch":true,"topic":"me","search":["limit","cursor"]} },
});
export type GiftsApiResponse = /** status 200 OK */ ListFoundGift;
export type GiftsApiArg = {
  limit?: number;
  cursor?: string;
  /** A gift's reference, a campaign's address, or a part of its title; empty: all */
  q?: string;
  /** ISO 8601 day in UTC; empty: from the first */
  from?: string;
  /** ISO 8601 day in UTC, which is the last; empty: to this moment */
  until?: string;
};
export type CampaignGiftsApiResponse = /** status 200 OK */ ListCampaignGift;
export type CampaignGiftsApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type AskRefundApiResponse = /** status 200 OK */ Done;
export type AskRefundApiArg = {
  askRefundBody: AskRefundBody;
};
export type CancelDonationApiResponse = /** status 200 OK */ Done;
export type CancelDonationApiArg = {
  donationBody: DonationBody;
};
export type DeclineRefundApiResponse = /** status 200 OK */ Done;
export type DeclineRefundApiArg = {
  declineRefundBody: DeclineRefundBody;
};
export type DonateMoneyApiResponse = /** status 200 OK */ DonateMoneyAnswer;
export type DonateMoneyApiArg = {
  donateMoneyBody: DonateMoneyBody;
};
export type RefundDonationApiResponse = /** status 200 OK */ Done;
export type RefundDonationApiArg = {
  refundDonationBody: RefundDonationBody;
};
export type RefundGiftApiResponse = /** status 200 OK */ Done;
export type RefundGiftApiArg = {
  refundGiftBody: RefundGiftBody;
};
export type ReturnGiftApiResponse = /** status 200 OK */ Done;
export type ReturnGiftApiArg = {
  refundGiftBody: RefundGiftBody;
};
export type DonationApiResponse = /** status 200 OK */ Donation;
export type DonationApiArg = {
  id: string;
};
export type MyContributionsApiResponse = /** status 200 OK */ Contributions;
export type MyContributionsApiArg = void;
export type MyGivenApiResponse = /** status 200 OK */ Given;
export type MyGivenApiArg = void;
export type MyTransactionsApiResponse = /** status 200 OK */ ListDonation;
export type MyTransactionsApiArg = {
  limit?: number;
  cursor?: string;
};
export type Giver = {
  avatar: string;
  id?: string;
  name: string;
};
export type FoundGift = {
  /** Minor units of currency: what was given */
  amount: number;
  anonymous: boolean;
  /** Until when the operator may answer the dispute; absent: not at all */
  answer_by?: string;
  /** In the giver's words */
  asked: string;
  /** When the giver asked for a refund that nobody has answered */
  asked_at?: string;
  /** When it was paid */
  at: string;
  campaign_id: string;
  campaign_lang: string;
  campaign_slug: string;
  campaign_title: string;
  /** Minor units of cost_currency: what the payment provider kept */
  cost: number;
  /** Empty while it is not known */
  cost_currency: "" | "EUR" | "USD" | "GBP";
  currency: "EUR" | "USD" | "GBP";
  /** Where an open dispute is answered; empty without one */
  dispute_link: string;
  /** Of the line; it leads nowhere */
  id: string;
  /** BCP 47 tag of message */
  lang: string;
  message: string;
  person: Giver;
  /** Minor units of currency, fee included: on their way back */
  refund_pending: number;
  /** Minor units of currency, of amount: given back, or taken back by the giver's bank */
  refunded: number;
  status:
    "under_way" | "completed" | "disputed" | "partly_refunded" | "refunded";
};
export type ListFoundGift = {
  items: FoundGift[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type FieldError = {
  /** Values the translated text may name, such as a limit */
  args?: {
    [key: string]: any;
  };
  /** Stable, snake_case; translate by this */
  code: string;
  /** One English sentence */
  detail: string;
  /** As named in the request, e.g. goals[0].amount */
  field: string;
};
export type Problem = {
  /** Values the translated text may name, such as a limit */
  args?: {
    [key: string]: any;
  };
  /** Stable, snake_case; translate by this */
  code: string;
  /** One English sentence for people who read answers, not for screens */
  detail: string;
  /** One entry per field that needs attention */
  errors?: FieldError[];
  /** Name this when asking for help */
  request_id?: string;
  /** The HTTP status */
  status: number;
  /** The HTTP status in words */
  title: string;
  /** Always about:blank: the code says what happened (RFC 9457 section 4.2.1) */
  type: string;
};
export type CampaignGift = {
  /** Minor units of currency: what was given */
  amount: number;
  anonymous: boolean;
  /** Until when the operator may answer the dispute; absent: not at all */
  answer_by?: string;
  /** In the giver's words */
  asked: string;
  /** When the giver asked for a refund that nobody has answered */
  asked_at?: string;
  /** When it was paid */
  at: string;
  /** Minor units of cost_currency: what the payment provider kept */
  cost: number;
  /** Empty while it is not known */
  cost_currency: "" | "EUR" | "USD" | "GBP";
  currency: "EUR" | "USD" | "GBP";
  /** Of the line; it leads nowhere */
  id: string;
  /** BCP 47 tag of message */
  lang: string;
  message: string;
  person: Giver;
  /** Minor units of currency, fee included: on their way back */
  refund_pending: number;
  /** Minor units of currency, of amount: given back, or taken back by the giver's bank */
  refunded: number;
  status:
    "under_way" | "completed" | "disputed" | "partly_refunded" | "refunded";
};
export type ListCampaignGift = {
  items: CampaignGift[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type AskRefundBody = {
  donation_id: string;
  /** The campaign's owner reads it */
  reason: string;
};
export type DonationBody = {
  donation_id: string;
};
export type DeclineRefundBody = {
  campaign_id: string;
  /** Of the gift's line among the campaign's supporters */
  gift_id: string;
  /** The giver reads it */
  reason: string;
};
export type DonateMoneyAnswer = {
  donation_id: string;
  /** Where the gift is paid */
  payment_url: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type DonateMoneyBody = {
  /** Minor units of currency */
  amount: number;
  /** Hide the name from everyone but auditors */
  anonymous?: boolean;
  campaign_id: string;
  /** Add the payment's fee on top; it never counts towards the goal */
  cover_fees?: boolean;
  currency: "EUR" | "USD" | "GBP";
  /** Guests only */
  donor_email?: string;
  /** Guests only */
  donor_name?: string;
  lang: "en" | "fr" | "es";
  message?: string;
};
export type RefundDonationBody = {
  /** Minor units of the currency paid; 0 or absent: all that is left */
  amount?: number;
  donation_id: string;
};
export type RefundGiftBody = {
  /** Minor units of the currency paid; 0 or absent: all that is left */
  amount?: number;
  campaign_id: string;
  /** Of the gift's line among the campaign's supporters */
  gift_id: string;
  /** The giver reads it */
  reason: string;
};
export type Donation = {
  /** Minor units of currency: the gift */
  amount: number;
  anonymous: boolean;
  /** What the campaign's owner last wrote about a refund */
  answer: string;
  /** When the giver asked for a refund that nobody has answered */
  asked_at?: string;
  campaign_id: string;
  campaign_lang: string;
  /** Where its photograph lies, as in a campaign's answer; empty without one */
  campaign_photo: string;
  campaign_slug: string;
  campaign_title: string;
  category: string;
  completed_at?: string;
  /** Minor units of counted_currency: towards the goal */
  counted_amount: number;
  counted_currency: "EUR" | "USD" | "GBP";
  currency: "EUR" | "USD" | "GBP";
  /** The owner's last answer was no */
  declined: boolean;
  /** Minor units of currency: added to cover the payment's fee */
  fee: number;
  id: string;
  /** BCP 47 tag of message */
  lang: string;
  message: string;
  rate_date: string;
  rate_den: number;
  rate_num: number;
  rate_source: string;
  /** Why it failed or was given back */
  reason:
    | ""
    | "declined"
    | "expired"
    | "campaign_closed"
    | "wrong_amount"
    | "provider"
    | "organizer"
    | "operator"
    | "dispute";
  /** The path of its receipt; empty until that has a number */
  receipt: string;
  receipt_number: string;
  /** Minor units of currency, fee included: on their way back */
  refund_pending: number;
  /** Minor units of currency, fee included */
  refunded_amount: number;
  started_at: string;
  status:
    | "pending"
    | "under_way"
    | "completed"
    | "failed"
    | "cancelled"
    | "disputed"
    | "partly_refunded"
    | "refunded";
};
export type ContributionTotal = {
  /** Minor units of currency, without what was given back */
  amount: number;
  currency: "EUR" | "USD" | "GBP";
  gifts: number;
};
export type Contributions = {
  /** Distinct campaigns, over all currencies */
  campaigns: number;
  /** One a currency */
  totals: ContributionTotal[];
};
export type GivenTotal = {
  /** Minor units of currency, without what was given back */
  amount: number;
  currency: "EUR" | "USD" | "GBP";
  /** Paid, and not given back in full */
  gifts: number;
};
export type Given = {
  /** One a currency */
  totals: GivenTotal[];
};
export type ListDonation = {
  items: Donation[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export const {
  useGiftsQuery,
  useLazyGiftsQuery,
  useCampaignGiftsQuery,
  useLazyCampaignGiftsQuery,
  useAskRefundMutation,
  useCancelDonationMutation,
  useDeclineRefundMutation,
  useDonateMoneyMutation,
  useRefundDonationMutation,
  useRefundGiftMutation,
  useReturnGiftMutation,
  useDonationQuery,
  useLazyDonationQuery,
  useMyContributionsQuery,
  useLazyMyContributionsQuery,
  useMyGivenQuery,
  useLazyMyGivenQuery,
  useMyTransactionsQuery,
  useLazyMyTransactionsQuery,
} = injectedRtkApi;
