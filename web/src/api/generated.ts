// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "./baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    confirm: build.mutation<ConfirmApiResponse, ConfirmApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/confirm`,
        method: "POST",
        body: queryArg.confirmBody,
      }),
    }),
    refresh: build.mutation<RefreshApiResponse, RefreshApiArg>({
      query: () => ({ url: `/api/auth/refresh`, method: "POST" }),
    }),
    resendConfirmation: build.mutation<
      ResendConfirmationApiResponse,
      ResendConfirmationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/resend-confirmation`,
        method: "POST",
        body: queryArg.resendConfirmationBody,
      }),
    }),
    session: build.query<SessionApiResponse, SessionApiArg>({
      query: () => ({ url: `/api/auth/session` }),
    }),
    signIn: build.mutation<SignInApiResponse, SignInApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/sign-in`,
        method: "POST",
        body: queryArg.signInBody,
      }),
    }),
    signOut: build.mutation<SignOutApiResponse, SignOutApiArg>({
      query: () => ({ url: `/api/auth/sign-out`, method: "POST" }),
    }),
    signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/sign-up`,
        method: "POST",
        body: queryArg.signUpBody,
      }),
    }),
    campaigns: build.query<CampaignsApiResponse, CampaignsApiArg>({
      query: (queryArg) => ({
        url: `/api/campaigns`,
        params: {
          tab: queryArg.tab,
          category: queryArg.category,
          need: queryArg.need,
          q: queryArg.q,
          place: queryArg.place,
          featured: queryArg.featured,
          trending: queryArg.trending,
          sort: queryArg.sort,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    campaignSupporters: build.query<
      CampaignSupportersApiResponse,
      CampaignSupportersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/campaigns/${queryArg.id}/supporters`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    campaign: build.query<CampaignApiResponse, CampaignApiArg>({
      query: (queryArg) => ({ url: `/api/campaigns/${queryArg.slug}` }),
    }),
    categories: build.query<CategoriesApiResponse, CategoriesApiArg>({
      query: () => ({ url: `/api/categories` }),
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
    completeCampaign: build.mutation<
      CompleteCampaignApiResponse,
      CompleteCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/complete-campaign`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
    donateMoney: build.mutation<DonateMoneyApiResponse, DonateMoneyApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/donate-money`,
        method: "POST",
        body: queryArg.donateMoneyBody,
      }),
    }),
    launchCampaign: build.mutation<
      LaunchCampaignApiResponse,
      LaunchCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/launch-campaign`,
        method: "POST",
        body: queryArg.contentBody,
      }),
    }),
    pauseCampaign: build.mutation<
      PauseCampaignApiResponse,
      PauseCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/pause-campaign`,
        method: "POST",
        body: queryArg.campaignBody,
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
    resumeCampaign: build.mutation<
      ResumeCampaignApiResponse,
      ResumeCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/resume-campaign`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
    reviseCampaign: build.mutation<
      ReviseCampaignApiResponse,
      ReviseCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/revise-campaign`,
        method: "POST",
        body: queryArg.reviseCampaignBody,
      }),
    }),
    reviseProfile: build.mutation<
      ReviseProfileApiResponse,
      ReviseProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/revise-profile`,
        method: "POST",
        body: queryArg.reviseProfileBody,
      }),
    }),
    donation: build.query<DonationApiResponse, DonationApiArg>({
      query: (queryArg) => ({ url: `/api/donations/${queryArg.id}` }),
    }),
    me: build.query<MeApiResponse, MeApiArg>({
      query: () => ({ url: `/api/me` }),
    }),
    myCampaigns: build.query<MyCampaignsApiResponse, MyCampaignsApiArg>({
      query: (queryArg) => ({
        url: `/api/me/campaigns`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
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
    platformRecent: build.query<
      PlatformRecentApiResponse,
      PlatformRecentApiArg
    >({
      query: () => ({ url: `/api/platform/recent` }),
    }),
    platformTotals: build.query<
      PlatformTotalsApiResponse,
      PlatformTotalsApiArg
    >({
      query: () => ({ url: `/api/platform/totals` }),
    }),
    settings: build.query<SettingsApiResponse, SettingsApiArg>({
      query: () => ({ url: `/api/settings` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type ConfirmApiResponse = unknown;
export type ConfirmApiArg = {
  confirmBody: ConfirmBody;
};
export type RefreshApiResponse = /** status 200 OK */ SignedIn;
export type RefreshApiArg = void;
export type ResendConfirmationApiResponse = unknown;
export type ResendConfirmationApiArg = {
  resendConfirmationBody: ResendConfirmationBody;
};
export type SessionApiResponse = /** status 200 OK */ SessionAnswer;
export type SessionApiArg = void;
export type SignInApiResponse = /** status 200 OK */ SignedIn;
export type SignInApiArg = {
  signInBody: SignInBody;
};
export type SignOutApiResponse = unknown;
export type SignOutApiArg = void;
export type SignUpApiResponse = unknown;
export type SignUpApiArg = {
  signUpBody: SignUpBody;
};
export type CampaignsApiResponse = /** status 200 OK */ ListCampaignCard;
export type CampaignsApiArg = {
  /** The landing page's lists; without it all active campaigns */
  tab?: "popular" | "push" | "inactive";
  category?:
    | "medical"
    | "education"
    | "emergency"
    | "community"
    | "environment"
    | "health"
    | "sports"
    | "animals"
    | "business"
    | "nonprofit"
    | "other";
  /** Only campaigns that ask for this */
  need?: "money" | "time" | "materials";
  /** Words in title, description, place or organizer; accents do not matter */
  q?: string;
  place?: string;
  featured?: boolean;
  /** Only campaigns that received gifts within the last 72 hours */
  trending?: boolean;
  sort?: "newest" | "ending" | "nearly";
  limit?: number;
  cursor?: string;
};
export type CampaignSupportersApiResponse = /** status 200 OK */ ListSupporter;
export type CampaignSupportersApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type CampaignApiResponse = /** status 200 OK */ CampaignDetail;
export type CampaignApiArg = {
  slug: string;
};
export type CategoriesApiResponse = /** status 200 OK */ CategoryCount[];
export type CategoriesApiArg = void;
export type CancelDonationApiResponse = /** status 200 OK */ Done;
export type CancelDonationApiArg = {
  donationBody: DonationBody;
};
export type CompleteCampaignApiResponse = /** status 200 OK */ Done;
export type CompleteCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type DonateMoneyApiResponse = /** status 200 OK */ DonateMoneyAnswer;
export type DonateMoneyApiArg = {
  donateMoneyBody: DonateMoneyBody;
};
export type LaunchCampaignApiResponse =
  /** status 200 OK */ LaunchCampaignAnswer;
export type LaunchCampaignApiArg = {
  contentBody: ContentBody;
};
export type PauseCampaignApiResponse = /** status 200 OK */ Done;
export type PauseCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type RefundDonationApiResponse = /** status 200 OK */ Done;
export type RefundDonationApiArg = {
  refundDonationBody: RefundDonationBody;
};
export type ResumeCampaignApiResponse = /** status 200 OK */ Done;
export type ResumeCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type ReviseCampaignApiResponse = /** status 200 OK */ Done;
export type ReviseCampaignApiArg = {
  reviseCampaignBody: ReviseCampaignBody;
};
export type ReviseProfileApiResponse = /** status 200 OK */ Done;
export type ReviseProfileApiArg = {
  reviseProfileBody: ReviseProfileBody;
};
export type DonationApiResponse = /** status 200 OK */ Donation;
export type DonationApiArg = {
  id: string;
};
export type MeApiResponse = /** status 200 OK */ Me;
export type MeApiArg = void;
export type MyCampaignsApiResponse = /** status 200 OK */ ListCampaignCard;
export type MyCampaignsApiArg = {
  limit?: number;
  cursor?: string;
};
export type MyTransactionsApiResponse = /** status 200 OK */ ListDonation;
export type MyTransactionsApiArg = {
  limit?: number;
  cursor?: string;
};
export type PlatformRecentApiResponse = /** status 200 OK */ Recent[];
export type PlatformRecentApiArg = void;
export type PlatformTotalsApiResponse = /** status 200 OK */ Totals;
export type PlatformTotalsApiArg = void;
export type SettingsApiResponse = /** status 200 OK */ Settings;
export type SettingsApiArg = void;
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
export type ConfirmBody = {
  token: string;
};
export type Who = {
  /** The member */
  id: string;
  roles: ("moderator" | "auditor" | "administrator")[];
};
export type SignedIn = {
  /** Send it as Authorization: Bearer; keep it in memory only */
  access_token: string;
  /** Seconds until access_token expires; refresh before */
  expires_in: number;
  member: Who;
};
export type ResendConfirmationBody = {
  email: string;
};
export type SessionAnswer = {
  member: Who;
  session_id: string;
};
export type SignInBody = {
  email: string;
  password: string;
};
export type SignUpBody = {
  email: string;
  full_name: string;
  /** Of the mails; en when absent */
  lang?: "en" | "fr" | "es";
  password: string;
  /** Agreement to /terms and /privacy; recorded with their version and the time */
  terms_accepted: boolean;
};
export type Person = {
  /** The member; absent for guests and anonymous people */
  id?: string;
  /** Display name; empty when there is none to show */
  name: string;
};
export type CampaignCard = {
  category:
    | "medical"
    | "education"
    | "emergency"
    | "community"
    | "environment"
    | "health"
    | "sports"
    | "animals"
    | "business"
    | "nonprofit"
    | "other";
  currency: "EUR" | "USD" | "GBP";
  description: string;
  /** ISO 8601 day, at whose end the campaign ends; empty without deadline */
  end_date: string;
  /** Absent without deadline */
  ends_at?: string;
  featured: boolean;
  gifts: number;
  /** Minor units of currency; 0 without a goal */
  goal_amount: number;
  id: string;
  items_goal: number;
  items_pledged: number;
  items_received: number;
  /** BCP 47 tag of title, description and story */
  lang: string;
  launched_at: string;
  location: string;
  minutes_confirmed: number;
  minutes_pledged: number;
  organizer: Person;
  /** Minor units of currency */
  raised_amount: number;
  resources: ("money" | "time" | "materials")[];
  slug: string;
  status: "active" | "paused" | "completed";
  /** Distinct people, over all kinds of contribution */
  supporters: number;
  time_goal_minutes: number;
  title: string;
  /** Received gifts within the last 72 hours */
  trending: boolean;
};
export type ListCampaignCard = {
  items: CampaignCard[];
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Supporter = {
  /** Minor units of currency, refunds taken off */
  amount: number;
  anonymous: boolean;
  at: string;
  currency: "EUR" | "USD" | "GBP";
  /** Of the line; it leads nowhere */
  id: string;
  kind: "money" | "time" | "materials";
  lang: string;
  message: string;
  person: Person;
};
export type ListSupporter = {
  items: Supporter[];
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Need = {
  id: string;
  item: string;
  note: string;
  pledged: number;
  quantity: number;
  received: number;
  unit: string;
};
export type CampaignDetail = {
  beneficiary_name: string;
  beneficiary_relationship: string;
  /** Whether the reader is the campaign's owner */
  can_edit: boolean;
  category:
    | "medical"
    | "education"
    | "emergency"
    | "community"
    | "environment"
    | "health"
    | "sports"
    | "animals"
    | "business"
    | "nonprofit"
    | "other";
  /** When it stopped taking contributions */
  closed_at?: string;
  currency: "EUR" | "USD" | "GBP";
  description: string;
  /** ISO 8601 day, at whose end the campaign ends; empty without deadline */
  end_date: string;
  end_reason: "" | "owner" | "end_date";
  /** Absent without deadline */
  ends_at?: string;
  featured: boolean;
  gifts: number;
  /** Minor units of currency; 0 without a goal */
  goal_amount: number;
  id: string;
  items_goal: number;
  items_pledged: number;
  items_received: number;
  /** BCP 47 tag of title, description and story */
  lang: string;
  launched_at: string;
  location: string;
  minutes_confirmed: number;
  minutes_pledged: number;
  needs: Need[];
  organizer: Person;
  organizer_bio: string;
  /** BCP 47 tag of organizer_bio */
  organizer_lang: string;
  organizer_since?: string;
  /** Minor units of currency */
  raised_amount: number;
  resources: ("money" | "time" | "materials")[];
  revised_at?: string;
  /** To be sent back when revising */
  revision: number;
  slug: string;
  status: "active" | "paused" | "completed";
  story: string;
  /** Distinct people, over all kinds of contribution */
  supporters: number;
  time_goal_minutes: number;
  time_zone: string;
  title: string;
  /** Received gifts within the last 72 hours */
  trending: boolean;
};
export type CategoryCount = {
  campaigns: number;
  category: string;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type DonationBody = {
  donation_id: string;
};
export type CampaignBody = {
  campaign_id: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
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
export type LaunchCampaignAnswer = {
  campaign_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
  slug: string;
};
export type NeedBody = {
  /** Of a need that exists already */
  id?: string;
  item: string;
  note?: string;
  quantity: number;
  unit?: string;
};
export type ContentBody = {
  beneficiary_consent?: boolean;
  beneficiary_name?: string;
  beneficiary_relationship?: string;
  category: string;
  currency: "EUR" | "USD" | "GBP";
  description: string;
  /** ISO 8601 day; the campaign ends at its end */
  end_date?: string;
  /** Minor units of currency */
  goal_amount?: number;
  lang: "en" | "fr" | "es";
  location?: string;
  needs?: NeedBody[];
  resource_types: string[];
  story: string;
  time_goal_hours?: number;
  /** IANA name */
  time_zone?: string;
  title: string;
};
export type RefundDonationBody = {
  /** Minor units of the currency paid; 0 or absent: all that is left */
  amount?: number;
  donation_id: string;
};
export type ReviseCampaignBody = {
  beneficiary_consent?: boolean;
  beneficiary_name?: string;
  beneficiary_relationship?: string;
  campaign_id: string;
  category: string;
  currency: "EUR" | "USD" | "GBP";
  description: string;
  /** ISO 8601 day; the campaign ends at its end */
  end_date?: string;
  /** Minor units of currency */
  goal_amount?: number;
  lang: "en" | "fr" | "es";
  location?: string;
  needs?: NeedBody[];
  resource_types: string[];
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
  story: string;
  time_goal_hours?: number;
  /** IANA name */
  time_zone?: string;
  title: string;
};
export type ReviseProfileBody = {
  bio?: string;
  display_name: string;
  lang: "en" | "fr" | "es";
  location?: string;
};
export type Donation = {
  /** Minor units of currency: the gift */
  amount: number;
  anonymous: boolean;
  campaign_id: string;
  campaign_lang: string;
  campaign_slug: string;
  campaign_title: string;
  category: string;
  completed_at?: string;
  /** Minor units of counted_currency: towards the goal */
  counted_amount: number;
  counted_currency: "EUR" | "USD" | "GBP";
  currency: "EUR" | "USD" | "GBP";
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
    | "operator";
  /** Minor units of currency, fee included */
  refunded_amount: number;
  started_at: string;
  status:
    | "pending"
    | "completed"
    | "failed"
    | "cancelled"
    | "partly_refunded"
    | "refunded";
};
export type Me = {
  bio: string;
  created_at: string;
  email: string;
  id: string;
  lang: "en" | "fr" | "es";
  location: string;
  name: string;
  roles: ("moderator" | "auditor" | "administrator")[];
};
export type ListDonation = {
  items: Donation[];
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Recent = {
  /** Minor units of currency, refunds taken off */
  amount: number;
  at: string;
  campaign_lang: string;
  campaign_slug: string;
  campaign_title: string;
  currency: "EUR" | "USD" | "GBP";
  giver: "member" | "guest" | "anonymous";
  id: string;
  kind: "money" | "time" | "materials";
};
export type CurrencyTotal = {
  /** Minor units */
  amount: number;
  currency: "EUR" | "USD" | "GBP";
};
export type Totals = {
  /** Whether gifts in other currencies are part of raised_amount */
  approximate: boolean;
  by_currency: CurrencyTotal[];
  /** Campaigns that received something */
  campaigns: number;
  /** The installation's main currency */
  currency: "EUR" | "USD" | "GBP";
  gifts: number;
  items_received: number;
  minutes_confirmed: number;
  minutes_pledged: number;
  /** Distinct people who contributed */
  people: number;
  /** Minor units of currency, at the rates recorded with each gift */
  raised_amount: number;
};
export type PaymentFee = {
  basis_points: number;
  currency: "EUR" | "USD" | "GBP";
  /** Minor units of currency */
  fixed: number;
};
export type Rate = {
  date: string;
  den: number;
  from: "EUR" | "USD" | "GBP";
  num: number;
  source: string;
  to: "EUR" | "USD" | "GBP";
};
export type Settings = {
  currencies: ("EUR" | "USD" | "GBP")[];
  /** The installation was filled with demo data */
  demo: boolean;
  environment: "development" | "production";
  main_currency: "EUR" | "USD" | "GBP";
  /** Minor units: the largest single gift */
  max_amount: number;
  /** Mail is kept in /dev/outbox and not sent */
  outbox: boolean;
  password_min: number;
  payment_fees: PaymentFee[];
  rates: Rate[];
  /** Payments are simulated: no money moves */
  sandbox: boolean;
  terms_version: string;
};
export const {
  useConfirmMutation,
  useRefreshMutation,
  useResendConfirmationMutation,
  useSessionQuery,
  useLazySessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useSignUpMutation,
  useCampaignsQuery,
  useLazyCampaignsQuery,
  useCampaignSupportersQuery,
  useLazyCampaignSupportersQuery,
  useCampaignQuery,
  useLazyCampaignQuery,
  useCategoriesQuery,
  useLazyCategoriesQuery,
  useCancelDonationMutation,
  useCompleteCampaignMutation,
  useDonateMoneyMutation,
  useLaunchCampaignMutation,
  usePauseCampaignMutation,
  useRefundDonationMutation,
  useResumeCampaignMutation,
  useReviseCampaignMutation,
  useReviseProfileMutation,
  useDonationQuery,
  useLazyDonationQuery,
  useMeQuery,
  useLazyMeQuery,
  useMyCampaignsQuery,
  useLazyMyCampaignsQuery,
  useMyTransactionsQuery,
  useLazyMyTransactionsQuery,
  usePlatformRecentQuery,
  useLazyPlatformRecentQuery,
  usePlatformTotalsQuery,
  useLazyPlatformTotalsQuery,
  useSettingsQuery,
  useLazySettingsQuery,
} = injectedRtkApi;
