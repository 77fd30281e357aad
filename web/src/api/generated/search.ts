// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<SearchApiResponse, SearchApiArg>({
      query: (queryArg) => ({
        url: `/api/search`,
        params: {
          q: queryArg.q,
          limit: queryArg.limit,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const searchApi = withRules(injectedRtkApi, {
  search: { reads: true },
});
export type SearchApiResponse = /** status 200 OK */ Results;
export type SearchApiArg = {
  /** Words; accents, capitals and single wrong letters do not matter */
  q: string;
  /** Of each kind */
  limit?: number;
};
export type CampaignFacts = {
  category: string;
  currency: "EUR" | "USD" | "GBP";
  /** ISO 8601 day; empty without one */
  end_date: string;
  ends_at?: string;
  /** Minor units; 0 without a goal */
  goal_amount: number;
  /** Where its photograph lies in all sizes; empty without one */
  photo: string;
  photo_blur: string;
  /** Minor units */
  raised_amount: number;
  /** What it asks for: money, time, materials */
  resources: string[];
  slug: string;
  status: "active" | "paused" | "completed";
};
export type MemberFacts = {
  /** Empty where they show none */
  location: string;
};
export type PageFacts = {
  followers: number;
  kind: "company" | "community" | "nonprofit" | "startup";
  verified: boolean;
};
export type Found = {
  /** In whose name a campaign goes or who wrote a post, a page or a member; empty when they left */
  by: string;
  campaign?: CampaignFacts;
  id: string;
  /** BCP 47 tag of title and text */
  lang: string;
  member?: MemberFacts;
  page?: PageFacts;
  /** Where the picture of a page, a member or a post's author lies in all sizes; empty without one */
  picture: string;
  /** Of a post */
  posted_at?: string;
  /** Of a post: what stands around the words */
  text: string;
  /** Of a campaign, or the name of a page or a member */
  title: string;
};
export type Group = {
  /** How many there are */
  count: number;
  /** The best first */
  items: Found[];
  kind: "campaign" | "member" | "page" | "post";
  /** There are even more than count */
  more: boolean;
};
export type Results = {
  /** Those in which there is something */
  groups: Group[];
  /** Words are not those that were typed */
  other: boolean;
  /** What was looked for: what was typed or, where no text has a word of it, what was meant */
  words: string;
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
export const { useSearchQuery, useLazySearchQuery } = injectedRtkApi;
