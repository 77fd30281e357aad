// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    review: build.query<ReviewApiResponse, ReviewApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/review`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          state: queryArg.state,
        },
      }),
    }),
    allowMoney: build.mutation<AllowMoneyApiResponse, AllowMoneyApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/allow-money`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
    approveCampaign: build.mutation<
      ApproveCampaignApiResponse,
      ApproveCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/approve-campaign`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
    askMoney: build.mutation<AskMoneyApiResponse, AskMoneyApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/ask-money`,
        method: "POST",
        body: queryArg.moneyBody,
      }),
    }),
    checkCampaignChanges: build.mutation<
      CheckCampaignChangesApiResponse,
      CheckCampaignChangesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/check-campaign-changes`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
    featureCampaign: build.mutation<
      FeatureCampaignApiResponse,
      FeatureCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/feature-campaign`,
        method: "POST",
        body: queryArg.featuring,
      }),
    }),
    markUrgent: build.mutation<MarkUrgentApiResponse, MarkUrgentApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/mark-urgent`,
        method: "POST",
        body: queryArg.urgentBody,
      }),
    }),
    refuseMoney: build.mutation<RefuseMoneyApiResponse, RefuseMoneyApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/refuse-money`,
        method: "POST",
        body: queryArg.decisionBody,
      }),
    }),
    reinstateCampaign: build.mutation<
      ReinstateCampaignApiResponse,
      ReinstateCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/reinstate-campaign`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
    rejectCampaign: build.mutation<
      RejectCampaignApiResponse,
      RejectCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/reject-campaign`,
        method: "POST",
        body: queryArg.decisionBody,
      }),
    }),
    removeUrgency: build.mutation<
      RemoveUrgencyApiResponse,
      RemoveUrgencyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/remove-urgency`,
        method: "POST",
        body: queryArg.decisionBody,
      }),
    }),
    requestChanges: build.mutation<
      RequestChangesApiResponse,
      RequestChangesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/request-changes`,
        method: "POST",
        body: queryArg.decisionBody,
      }),
    }),
    suspendCampaign: build.mutation<
      SuspendCampaignApiResponse,
      SuspendCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/suspend-campaign`,
        method: "POST",
        body: queryArg.suspensionBody,
      }),
    }),
    withdrawCampaign: build.mutation<
      WithdrawCampaignApiResponse,
      WithdrawCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/withdraw-campaign`,
        method: "POST",
        body: queryArg.campaignBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const moderationApi = withRules(injectedRtkApi, {
  review: { reads: {"kind":"review","refetch":true,"topic":"review","search":["limit","cursor","state"]} },
  allowMoney: 'command',
  approveCampaign: 'command',
  askMoney: 'command',
  checkCampaignChanges: 'command',
  featureCampaign: 'command',
  markUrgent: 'command',
  refuseMoney: 'command',
  reinstateCampaign: 'command',
  rejectCampaign: 'command',
  removeUrgency: 'command',
  requestChanges: 'command',
  suspendCampaign: 'command',
  withdrawCampaign: 'command',
});
export type ReviewApiResponse = /** status 200 OK */ ListReviewed;
export type ReviewApiArg = {
  limit?: number;
  cursor?: string;
  /** Empty: wait for a moderator; changed: public and changed since approved; money: ask to collect it; money_refused: may not */
  state?:
    | ""
    | "in_review"
    | "changed"
    | "changes_requested"
    | "rejected"
    | "suspended"
    | "money"
    | "money_refused";
};
export type AllowMoneyApiResponse = /** status 200 OK */ Done;
export type AllowMoneyApiArg = {
  campaignBody: CampaignBody;
};
export type ApproveCampaignApiResponse = /** status 200 OK */ Done;
export type ApproveCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type AskMoneyApiResponse = /** status 200 OK */ Done;
export type AskMoneyApiArg = {
  moneyBody: MoneyBody;
};
export type CheckCampaignChangesApiResponse = /** status 200 OK */ Done;
export type CheckCampaignChangesApiArg = {
  campaignBody: CampaignBody;
};
export type FeatureCampaignApiResponse = /** status 200 OK */ Done;
export type FeatureCampaignApiArg = {
  featuring: Featuring;
};
export type MarkUrgentApiResponse = /** status 200 OK */ Done;
export type MarkUrgentApiArg = {
  urgentBody: UrgentBody;
};
export type RefuseMoneyApiResponse = /** status 200 OK */ Done;
export type RefuseMoneyApiArg = {
  decisionBody: DecisionBody;
};
export type ReinstateCampaignApiResponse = /** status 200 OK */ Done;
export type ReinstateCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type RejectCampaignApiResponse = /** status 200 OK */ Done;
export type RejectCampaignApiArg = {
  decisionBody: DecisionBody;
};
export type RemoveUrgencyApiResponse = /** status 200 OK */ Done;
export type RemoveUrgencyApiArg = {
  decisionBody: DecisionBody;
};
export type RequestChangesApiResponse = /** status 200 OK */ Done;
export type RequestChangesApiArg = {
  decisionBody: DecisionBody;
};
export type SuspendCampaignApiResponse = /** status 200 OK */ Done;
export type SuspendCampaignApiArg = {
  suspensionBody: SuspensionBody;
};
export type WithdrawCampaignApiResponse = /** status 200 OK */ Done;
export type WithdrawCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type Approved = {
  beneficiary_name: string;
  description: string;
  new_beneficiary: boolean;
  /** The photograph was replaced, added or removed */
  new_photo: boolean;
  story: string;
  title: string;
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
export type Reviewed = {
  /** What a moderator approved, where the campaign has changed since; only in state changed */
  approved?: Approved;
  beneficiary_name: string;
  beneficiary_relationship: string;
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
  /** How many public campaigns its organizer has or had */
  earlier: number;
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
  /** Whether it may collect the money that it asks for; absent where it needs no permission */
  money?: MoneyPermission;
  needs: Need[];
  organizer: Organizer;
  /** Below it lie 480.jpg, 720.jpg, 960.jpg and 1600.jpg, so many pixels wide and 16 by 9; absent without a photograph */
  photo?: string;
  /** What stands there until the photograph is loaded: a data: address; absent without one */
  photo_blur?: string;
  /** Minor units of currency */
  raised_amount: number;
  resources: ("money" | "time" | "materials")[];
  /** To be sent with a decision, which is refused where the campaign has changed since */
  revision: number;
  /** When it was sent to the moderators or, unless it waits, when one decided about it */
  since: string;
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
  /** What a moderator last asked for, or why one rejected or suspended it */
  stop_reason: string;
  story: string;
  /** Distinct people, over all kinds of contribution */
  supporters: number;
  time_goal_minutes: number;
  title: string;
  /** Received contributions within the last 72 hours */
  trending: boolean;
  /** Its organizer said so within the last 7 days, and no moderator took it back */
  urgent: boolean;
};
export type ListReviewed = {
  items: Reviewed[];
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
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type CampaignBody = {
  campaign_id: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export type MoneyBody = {
  campaign_id: string;
  /** Up to 500 characters, for the administrators alone */
  purpose: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export type Featuring = {
  campaign_id: string;
  on: boolean;
};
export type UrgentBody = {
  campaign_id: string;
  /** Up to 200 characters, shown to everybody who sees the campaign */
  reason: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export type DecisionBody = {
  campaign_id: string;
  /** Up to 500 characters, shown to the campaign's organizer */
  reason: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export type SuspensionBody = {
  campaign_id: string;
  /** Up to 500 characters, shown to everybody who comes to the campaign's address */
  reason: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export const {
  useReviewQuery,
  useLazyReviewQuery,
  useAllowMoneyMutation,
  useApproveCampaignMutation,
  useAskMoneyMutation,
  useCheckCampaignChangesMutation,
  useFeatureCampaignMutation,
  useMarkUrgentMutation,
  useRefuseMoneyMutation,
  useReinstateCampaignMutation,
  useRejectCampaignMutation,
  useRemoveUrgencyMutation,
  useRequestChangesMutation,
  useSuspendCampaignMutation,
  useWithdrawCampaignMutation,
} = injectedRtkApi;
