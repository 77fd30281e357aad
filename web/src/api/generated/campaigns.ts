// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
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
          kind: queryArg.kind,
        },
      }),
    }),
    campaignUpdates: build.query<
      CampaignUpdatesApiResponse,
      CampaignUpdatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/campaigns/${queryArg.id}/updates`,
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
      query: (queryArg) => ({
        url: `/api/categories`,
        params: {
          need: queryArg.need,
          q: queryArg.q,
          place: queryArg.place,
        },
      }),
    }),
    myCampaigns: build.query<MyCampaignsApiResponse, MyCampaignsApiArg>({
      query: (queryArg) => ({
        url: `/api/me/campaigns`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          state: queryArg.state,
          q: queryArg.q,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const campaignsApi = withRules(injectedRtkApi, {
  campaigns: { reads: {
    "items":true,
    "kind":"card",
    "topic":"cards",
    "search":["tab","category","need","q","place","featured","trending","sort","limit","cursor"]
  } },
  campaignSupporters: { reads: {"kind":"campaign-supporters","topic":"campaign/{id}","search":["limit","cursor","kind"]} },
  campaignUpdates: { reads: {
    "kind":"campaign-updates",
    "refetch":true,
    "topic":"campaign-updates/{id}",
    "search":["limit","cursor"]
  } },
  campaign: { reads: {"kind":"campaign","topic":"campaign/{id}","search":[]} },
  categories: { reads: true },
  myCampaigns: { reads: {"kind":"my-campaigns","topic":"campaigns","search":["limit","cursor","state","q"]} },
});
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
  /** Empty: all */
  kind?: "" | "money" | "time" | "materials";
};
export type CampaignUpdatesApiResponse = /** status 200 OK */ CampaignUpdates;
export type CampaignUpdatesApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type CampaignApiResponse = /** status 200 OK */ CampaignDetail;
export type CampaignApiArg = {
  slug: string;
};
export type CategoriesApiResponse = /** status 200 OK */ CategoryCount[];
export type CategoriesApiArg = {
  /** Only campaigns that ask for this */
  need?: "money" | "time" | "materials";
  /** Words in title, description, place or organizer; accents do not matter */
  q?: string;
  place?: string;
};
export type MyCampaignsApiResponse = /** status 200 OK */ ListCampaignCard;
export type MyCampaignsApiArg = {
  limit?: number;
  cursor?: string;
  /** Empty: all; waiting: for a moderator, or for changes that one asked for; over: ended, cancelled, rejected or taken back */
  state?: "" | "active" | "paused" | "waiting" | "over";
  /** Words in title, description or place; accents do not matter */
  q?: string;
};
export type Organizer = {
  /** Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels, in answers that show them */
  avatar?: string;
  /** The member who owns the campaign */
  id?: string;
  /** Of the page, or the display name of the owner; empty when there is none to show */
  name: string;
  /** The page in whose name the campaign goes; absent where it goes in its owner's */
  page?: string;
  /** A moderator has checked whom the page speaks for */
  verified?: boolean;
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
  organizer: Organizer;
  /** Below it lie 480.jpg, 720.jpg, 960.jpg and 1600.jpg, so many pixels wide and 16 by 9; absent without a photograph */
  photo?: string;
  /** What stands there until the photograph is loaded: a data: address; absent without one */
  photo_blur?: string;
  /** Minor units of currency */
  raised_amount: number;
  resources: ("money" | "time" | "materials")[];
  slug: string;
  status:
    | "active"
    | "paused"
    | "completed"
    | "cancelled"
    | "in_review"
    | "changes_requested"
    | "rejected"
    | "withdrawn"
    | "suspended";
  /** Distinct people, over all kinds of contribution */
  supporters: number;
  time_goal_minutes: number;
  title: string;
  /** Received contributions within the last 72 hours */
  trending: boolean;
  /** Its organizer said so within the last 7 days, and no moderator took it back */
  urgent: boolean;
};
export type ListCampaignCard = {
  items: CampaignCard[];
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
export type Person = {
  /** Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels; absent without a picture */
  avatar?: string;
  /** The member; absent for guests and anonymous people */
  id?: string;
  /** Display name; empty when there is none to show */
  name: string;
};
export type Supporter = {
  /** Minor units of currency, refunds taken off; 0 for pledges */
  amount: number;
  anonymous: boolean;
  /** When a gift was paid, or a pledge made */
  at: string;
  /** Empty for pledges */
  currency: "" | "EUR" | "USD" | "GBP";
  /** Of the line; it leads nowhere */
  id: string;
  /** Of things: what they are */
  item: string;
  kind: "money" | "time" | "materials";
  lang: string;
  message: string;
  /** Pledged, or confirmed once some are */
  minutes: number;
  person: Person;
  /** Of things: pledged, accepted or received */
  quantity: number;
  /** Of a pledge; empty for money */
  status: "" | "pledged" | "accepted" | "completed" | "received" | "returned";
};
export type ListSupporter = {
  items: Supporter[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Change = {
  after: number;
  at: string;
  /** Of a goal: minor units of currency; of a goal of time: minutes; 0 for everything else */
  before: number;
  /** Of a goal of money; empty for everything else */
  currency: "" | "EUR" | "USD" | "GBP";
  day_after: string;
  /** Of an end date: ISO 8601 day; empty without deadline, and for everything else */
  day_before: string;
  id: string;
  what: "goal" | "time_goal" | "end_date" | "beneficiary";
};
export type Update = {
  /** Who may read it */
  audience: "public" | "supporters";
  author: Person;
  id: string;
  /** BCP 47 tag of title and text */
  lang: string;
  posted_at: string;
  /** When its words or its audience changed last */
  revised_at?: string;
  /** Without markup; an empty line parts paragraphs */
  text: string;
  title: string;
};
export type CampaignUpdates = {
  /** What the campaign asks for otherwise than when its first gift was paid, the newest first */
  changes: Change[];
  /** How many are for supporters, of whom the reader is none */
  hidden: number;
  items: Update[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** The one that is kept on top; it is none of the items, and counts in their total */
  pinned?: Update;
  /** How many there are over all pages */
  total: number;
};
export type MoneyPermission = {
  /** When it was asked for or, once that is decided, when it was */
  at: string;
  /** The page in whose name it goes is allowed to: nobody needs to decide */
  by_page?: boolean;
  currency: "EUR" | "USD" | "GBP";
  /** Minor units of currency: what it asks for, also while nobody else is shown it */
  goal_amount: number;
  /** The campaign waits for this decision alone before it is public */
  holds?: boolean;
  /** What the money is for, in the owner's words; empty where nobody asked */
  purpose: string;
  /** Why an administrator refused it, in their words; empty where none did */
  reason: string;
  state: "asked" | "allowed" | "refused";
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
  /** Why a moderator took back that it is urgent, in their words; to its team and the staff alone */
  calm_reason?: string;
  /** Whether the reader runs the campaign: as its owner, or with them */
  can_edit: boolean;
  /** Why the owner cancelled it, in their words; empty where they did not */
  cancel_reason: string;
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
  /** How many members run it beside its owner */
  co_organizers: number;
  currency: "EUR" | "USD" | "GBP";
  description: string;
  /** ISO 8601 day, at whose end the campaign ends; empty without deadline */
  end_date: string;
  end_reason: "" | "owner" | "end_date" | "cancelled";
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
  /** Whether it may collect the money it asks for; told to its team and the staff only, absent where no permission is needed */
  money?: MoneyPermission;
  needs: Need[];
  organizer: Organizer;
  /** What either says of itself */
  organizer_bio: string;
  /** BCP 47 tag of organizer_bio */
  organizer_lang: string;
  /** Since when its owner, or the page in whose name it goes, is here */
  organizer_since?: string;
  /** Whether the reader is the campaign's owner */
  owned: boolean;
  /** Below it lie 480.jpg, 720.jpg, 960.jpg and 1600.jpg, so many pixels wide and 16 by 9; absent without a photograph */
  photo?: string;
  /** What the photograph shows, in lang; absent where nobody said it */
  photo_alt?: string;
  /** What stands there until the photograph is loaded: a data: address; absent without one */
  photo_blur?: string;
  /** Minor units of currency */
  raised_amount: number;
  resources: ("money" | "time" | "materials")[];
  revised_at?: string;
  /** To be sent back when revising */
  revision: number;
  /** How many are to come and were not cancelled */
  shifts: number;
  slug: string;
  /** Whether the reader sees it as the staff does, also where it is not public */
  staff: boolean;
  status:
    | "active"
    | "paused"
    | "completed"
    | "cancelled"
    | "in_review"
    | "changes_requested"
    | "rejected"
    | "withdrawn"
    | "suspended";
  /** Why a moderator asked for changes, or rejected or suspended it, in their words */
  stop_reason: string;
  story: string;
  /** Distinct people, over all kinds of contribution */
  supporters: number;
  time_goal_minutes: number;
  time_zone: string;
  title: string;
  /** Received contributions within the last 72 hours */
  trending: boolean;
  /** How many were posted, whoever may read them, and how often what is asked for changed once somebody gave */
  updates: number;
  /** Its organizer said so within the last 7 days, and no moderator took it back */
  urgent: boolean;
  /** Why it is urgent, in its owner's words; absent when it is not */
  urgent_reason?: string;
  /** Absent when it is not urgent */
  urgent_until?: string;
  /** Where the video lies; absent without one */
  video?: string;
  /** Since when it waits for a moderator */
  waits_since?: string;
  /** Whether its owner said so before, which is done once; to whom it may matter alone */
  was_urgent?: boolean;
};
export type CategoryCount = {
  campaigns: number;
  category: string;
};
export const {
  useCampaignsQuery,
  useLazyCampaignsQuery,
  useCampaignSupportersQuery,
  useLazyCampaignSupportersQuery,
  useCampaignUpdatesQuery,
  useLazyCampaignUpdatesQuery,
  useCampaignQuery,
  useLazyCampaignQuery,
  useCategoriesQuery,
  useLazyCategoriesQuery,
  useMyCampaignsQuery,
  useLazyMyCampaignsQuery,
} = injectedRtkApi;
