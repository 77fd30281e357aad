// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelCampaign: build.mutation<
      CancelCampaignApiResponse,
      CancelCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/cancel-campaign`,
        method: "POST",
        body: queryArg.cancelCampaignBody,
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
    pinCampaignUpdate: build.mutation<
      PinCampaignUpdateApiResponse,
      PinCampaignUpdateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/pin-campaign-update`,
        method: "POST",
        body: queryArg.updateBody,
      }),
    }),
    postCampaignUpdate: build.mutation<
      PostCampaignUpdateApiResponse,
      PostCampaignUpdateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/post-campaign-update`,
        method: "POST",
        body: queryArg.postUpdateBody,
      }),
    }),
    removeCampaignMedia: build.mutation<
      RemoveCampaignMediaApiResponse,
      RemoveCampaignMediaApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/remove-campaign-media`,
        method: "POST",
        body: queryArg.removeCampaignMediaBody,
      }),
    }),
    removeCampaignUpdate: build.mutation<
      RemoveCampaignUpdateApiResponse,
      RemoveCampaignUpdateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/remove-campaign-update`,
        method: "POST",
        body: queryArg.updateBody,
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
    reviseCampaignUpdate: build.mutation<
      ReviseCampaignUpdateApiResponse,
      ReviseCampaignUpdateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/revise-campaign-update`,
        method: "POST",
        body: queryArg.reviseUpdateBody,
      }),
    }),
    unpinCampaignUpdate: build.mutation<
      UnpinCampaignUpdateApiResponse,
      UnpinCampaignUpdateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/unpin-campaign-update`,
        method: "POST",
        body: queryArg.updateBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const campaignsCommandsApi = withRules(injectedRtkApi, {
  cancelCampaign: 'command',
  completeCampaign: 'command',
  launchCampaign: 'command',
  pauseCampaign: 'command',
  pinCampaignUpdate: 'command',
  postCampaignUpdate: 'command',
  removeCampaignMedia: 'command',
  removeCampaignUpdate: 'command',
  resumeCampaign: 'command',
  reviseCampaign: 'command',
  reviseCampaignUpdate: 'command',
  unpinCampaignUpdate: 'command',
});
export type CancelCampaignApiResponse = /** status 200 OK */ Done;
export type CancelCampaignApiArg = {
  cancelCampaignBody: CancelCampaignBody;
};
export type CompleteCampaignApiResponse = /** status 200 OK */ Done;
export type CompleteCampaignApiArg = {
  campaignBody: CampaignBody;
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
export type PinCampaignUpdateApiResponse = /** status 200 OK */ Done;
export type PinCampaignUpdateApiArg = {
  updateBody: UpdateBody;
};
export type PostCampaignUpdateApiResponse =
  /** status 200 OK */ PostUpdateAnswer;
export type PostCampaignUpdateApiArg = {
  postUpdateBody: PostUpdateBody;
};
export type RemoveCampaignMediaApiResponse = /** status 200 OK */ Done;
export type RemoveCampaignMediaApiArg = {
  removeCampaignMediaBody: RemoveCampaignMediaBody;
};
export type RemoveCampaignUpdateApiResponse = /** status 200 OK */ Done;
export type RemoveCampaignUpdateApiArg = {
  updateBody: UpdateBody;
};
export type ResumeCampaignApiResponse = /** status 200 OK */ Done;
export type ResumeCampaignApiArg = {
  campaignBody: CampaignBody;
};
export type ReviseCampaignApiResponse = /** status 200 OK */ Done;
export type ReviseCampaignApiArg = {
  reviseCampaignBody: ReviseCampaignBody;
};
export type ReviseCampaignUpdateApiResponse = /** status 200 OK */ Done;
export type ReviseCampaignUpdateApiArg = {
  reviseUpdateBody: ReviseUpdateBody;
};
export type UnpinCampaignUpdateApiResponse = /** status 200 OK */ Done;
export type UnpinCampaignUpdateApiArg = {
  updateBody: UpdateBody;
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
export type CancelCampaignBody = {
  campaign_id: string;
  /** Up to 500 characters, shown to everybody who comes to the campaign's address */
  reason: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export type CampaignBody = {
  campaign_id: string;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
};
export type LaunchCampaignAnswer = {
  campaign_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
  slug: string;
  /** Whether it is public, or waits for a moderator */
  status: "active" | "in_review";
};
export type NeedBody = {
  /** Of a need that the campaign has already, once; none for a new one */
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
  /** What the money is for, up to 500 characters, for the administrators alone; needed where one decides who collects money */
  money_purpose?: string;
  needs?: NeedBody[];
  /** The page in whose name it goes, which its owner owns or edits; left out: in the owner's name */
  page_id?: string;
  /** An upload of the kind campaign-photo; empty or left out shows none */
  photo?: string;
  /** What the photograph shows, for whoever can't see it */
  photo_alt?: string;
  resource_types: string[];
  story: string;
  time_goal_hours?: number;
  /** IANA name */
  time_zone?: string;
  title: string;
  /** An upload of the kind campaign-video; empty or left out shows none */
  video?: string;
};
export type UpdateBody = {
  campaign_id: string;
  update_id: string;
};
export type PostUpdateAnswer = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
  update_id: string;
};
export type PostUpdateBody = {
  /** Who may read it: everybody, or the owner and the campaign's supporters */
  audience: "public" | "supporters";
  campaign_id: string;
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Keep it on top, in place of the one that is */
  pin?: boolean;
  /** Up to 5000 characters, without markup; an empty line parts paragraphs */
  text: string;
  /** Up to 120 characters */
  title: string;
};
export type RemoveCampaignMediaBody = {
  campaign_id: string;
  /** Remove the photograph */
  photo?: boolean;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
  /** Remove the video */
  video?: boolean;
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
  /** What the money is for, up to 500 characters, for the administrators alone; needed where one decides who collects money */
  money_purpose?: string;
  needs?: NeedBody[];
  /** The page in whose name it goes, which its owner owns or edits; left out: in the owner's name */
  page_id?: string;
  /** An upload of the kind campaign-photo; empty or left out shows none */
  photo?: string;
  /** What the photograph shows, for whoever can't see it */
  photo_alt?: string;
  /** Give it the address of its title; those it had before go on leading to it */
  rename?: boolean;
  resource_types: string[];
  /** Send it to a moderator again, who asked for changes */
  resubmit?: boolean;
  /** The campaign's revision as read; refused as stale when it has changed since */
  revision?: number;
  story: string;
  time_goal_hours?: number;
  /** IANA name */
  time_zone?: string;
  title: string;
  /** An upload of the kind campaign-video; empty or left out shows none */
  video?: string;
};
export type ReviseUpdateBody = {
  /** Who may read it: everybody, or the owner and the campaign's supporters */
  audience: "public" | "supporters";
  campaign_id: string;
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Up to 5000 characters, without markup; an empty line parts paragraphs */
  text: string;
  /** Up to 120 characters */
  title: string;
  update_id: string;
};
export const {
  useCancelCampaignMutation,
  useCompleteCampaignMutation,
  useLaunchCampaignMutation,
  usePauseCampaignMutation,
  usePinCampaignUpdateMutation,
  usePostCampaignUpdateMutation,
  useRemoveCampaignMediaMutation,
  useRemoveCampaignUpdateMutation,
  useResumeCampaignMutation,
  useReviseCampaignMutation,
  useReviseCampaignUpdateMutation,
  useUnpinCampaignUpdateMutation,
} = injectedRtkApi;
