// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    personCampaigns: build.query<
      PersonCampaignsApiResponse,
      PersonCampaignsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/people/${queryArg.id}/campaigns`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const personcampaignsApi = withRules(injectedRtkApi, {
  personCampaigns: { reads: {
    "kind":"person-campaigns",
    "refetch":true,
    "topic":"person-campaigns/{id}",
    "search":["limit","cursor"]
  } },
});
export type PersonCampaignsApiResponse = /** status 200 OK */ ListCampaignCard;
export type PersonCampaignsApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
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
export const { usePersonCampaignsQuery, useLazyPersonCampaignsQuery } =
  injectedRtkApi;
