// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    visitCampaign: build.mutation<
      VisitCampaignApiResponse,
      VisitCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/visits`,
        method: "POST",
        body: queryArg.visitBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const visitsApi = withRules(injectedRtkApi, {

});
export type VisitCampaignApiResponse = /** status 200 OK */ Since;
export type VisitCampaignApiArg = {
  visitBody: VisitBody;
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
export type Milestone = {
  need: "money" | "time" | "materials";
  percent: number;
};
export type NewUpdate = {
  id: string;
  /** BCP 47 tag of the title */
  lang: string;
  posted_at: string;
  title: string;
};
export type Since = {
  /** What the campaign asks for otherwise, the newest first, at most a hundred */
  changes: Change[];
  /** Of raised; empty without a visit */
  currency: "" | "EUR" | "USD" | "GBP";
  /** Things that were received; may be less than 0 */
  items: number;
  /** The highest that was reached of each kind, where the campaign is still that far */
  milestones: Milestone[];
  /** Of work that was confirmed; may be less than 0 */
  minutes: number;
  /** How much more there is, in minor units; less than 0 where more went back than came */
  raised: number;
  /** What it is now, if it was something else; empty where that has not changed */
  status: "" | "active" | "paused" | "completed";
  /** How many more there are; may be less than 0 */
  supporters: number;
  update_count: number;
  /** The latest, at most three */
  updates: NewUpdate[];
  /** When the visit before this one ended; absent where there was none, and nothing is told */
  visit?: string;
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
export type VisitBody = {
  campaign_id: string;
  /** The member has seen what changed: it is not told again on this visit */
  seen?: boolean;
};
export const { useVisitCampaignMutation } = injectedRtkApi;
