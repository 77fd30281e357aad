// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeOffPage: build.mutation<TakeOffPageApiResponse, TakeOffPageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/take-off-page`,
        method: "POST",
        body: queryArg.takeOffPageBody,
      }),
    }),
    myPages: build.query<MyPagesApiResponse, MyPagesApiArg>({
      query: () => ({ url: `/api/me/pages` }),
    }),
    pageCampaigns: build.query<PageCampaignsApiResponse, PageCampaignsApiArg>({
      query: (queryArg) => ({
        url: `/api/pages/${queryArg.id}/campaigns`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const pagecampaignsApi = withRules(injectedRtkApi, {
  takeOffPage: 'command',
  myPages: { reads: true },
  pageCampaigns: { reads: {"kind":"page-campaigns","refetch":true,"topic":"page-campaigns/{id}","search":["limit","cursor"]} },
});
export type TakeOffPageApiResponse = /** status 200 OK */ Done;
export type TakeOffPageApiArg = {
  takeOffPageBody: TakeOffPageBody;
};
export type MyPagesApiResponse = /** status 200 OK */ OwnPages;
export type MyPagesApiArg = void;
export type PageCampaignsApiResponse = /** status 200 OK */ ListCampaignCard;
export type PageCampaignsApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
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
export type TakeOffPageBody = {
  campaign_id: string;
  page_id: string;
};
export type OwnPage = {
  /** Campaigns in its name may collect money without a permission of their own */
  collects: boolean;
  id: string;
  name: string;
  /** A moderator has checked whom it speaks for */
  verified: boolean;
};
export type OwnPages = {
  /** By their names, 1000 at most */
  items: OwnPage[];
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
export const {
  useTakeOffPageMutation,
  useMyPagesQuery,
  useLazyMyPagesQuery,
  usePageCampaignsQuery,
  useLazyPageCampaignsQuery,
} = injectedRtkApi;
