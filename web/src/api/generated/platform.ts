// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    operator: build.query<OperatorApiResponse, OperatorApiArg>({
      query: () => ({ url: `/api/operator` }),
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
export const platformApi = withRules(injectedRtkApi, {
  operator: { reads: true },
  platformRecent: { reads: {"kind":"platform-recent","topic":"platform","search":[]} },
  platformTotals: { reads: {"kind":"platform-totals","topic":"platform","search":[]} },
  settings: { reads: true },
});
export type OperatorApiResponse = /** status 200 OK */ About;
export type OperatorApiArg = void;
export type PlatformRecentApiResponse = /** status 200 OK */ Recent[];
export type PlatformRecentApiArg = void;
export type PlatformTotalsApiResponse = /** status 200 OK */ Totals;
export type PlatformTotalsApiArg = void;
export type SettingsApiResponse = /** status 200 OK */ Settings;
export type SettingsApiArg = void;
export type TeamMember = {
  name: string;
  role?: string;
};
export type OfficeHours = {
  first: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
  /** HH:MM */
  from: string;
  /** The same as first for a single day */
  last: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
  /** HH:MM */
  to: string;
};
export type About = {
  address: string;
  current_team: TeamMember[];
  office_hours: OfficeHours[];
  phone: string;
  supporters: string[];
  team: TeamMember[];
  volunteers: TeamMember[];
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
export type Recent = {
  /** Minor units of currency, refunds taken off; 0 for pledges */
  amount: number;
  at: string;
  campaign_lang: string;
  campaign_slug: string;
  campaign_title: string;
  /** Empty for pledges */
  currency: "" | "EUR" | "USD" | "GBP";
  giver: "member" | "guest" | "anonymous";
  id: string;
  kind: "money" | "time" | "materials";
  /** Of time: pledged, or confirmed once some are */
  minutes: number;
  /** Of things: pledged, accepted or received */
  quantity: number;
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
  /** By pledges that were accepted and are not done */
  minutes_pledged: number;
  /** Distinct people who contributed */
  people: number;
  /** Minor units of currency, at the rates recorded with each gift */
  raised_amount: number;
};
export type Elsewhere = {
  blog?: string;
  careers?: string;
  community?: string;
  press?: string;
};
export type PaymentFee = {
  basis_points: number;
  currency: "EUR" | "USD" | "GBP";
  /** Minor units of currency */
  fixed: number;
  /** Minor units of currency: the smallest gift */
  least: number;
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
  /** Which campaigns may collect money: allowed: those that an administrator allowed to */
  money: "allowed" | "all";
  /** Where givers reach them; left out when that is not set */
  operator_email?: string;
  /** The operator's other places; those that are not set are left out */
  operator_links: Elsewhere;
  /** Who runs the installation; left out when that is not set */
  operator_name?: string;
  /** Mail is kept in /dev/outbox and not sent */
  outbox: boolean;
  /** Whether people may sign in with a passkey */
  passkeys: boolean;
  password_min: number;
  payment_fees: PaymentFee[];
  /** Who takes payments; money moves with stripe alone */
  payments: "sandbox" | "stripe-test" | "stripe";
  /** What the installation keeps of what a campaign raises, in basis points */
  platform_fee: number;
  rates: Rate[];
  /** Which campaigns are reviewed before they are public */
  review: "off" | "first" | "all";
  /** Whom people may sign in with besides a password */
  sign_in_with: (
    "google" | "facebook" | "linkedin" | "microsoft" | "discord"
  )[];
  /** The later of the versions of /terms and /privacy, recorded at sign-up */
  terms_version: string;
};
export const {
  useOperatorQuery,
  useLazyOperatorQuery,
  usePlatformRecentQuery,
  useLazyPlatformRecentQuery,
  usePlatformTotalsQuery,
  useLazyPlatformTotalsQuery,
  useSettingsQuery,
  useLazySettingsQuery,
} = injectedRtkApi;
