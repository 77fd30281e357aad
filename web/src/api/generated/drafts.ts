// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginDraft: build.mutation<BeginDraftApiResponse, BeginDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/begin-draft`,
        method: "POST",
        body: queryArg.contentBody,
      }),
    }),
    discardDraft: build.mutation<DiscardDraftApiResponse, DiscardDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/discard-draft`,
        method: "POST",
        body: queryArg.draftBody,
      }),
    }),
    launchDraft: build.mutation<LaunchDraftApiResponse, LaunchDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/launch-draft`,
        method: "POST",
        body: queryArg.saveDraftBody,
      }),
    }),
    saveDraft: build.mutation<SaveDraftApiResponse, SaveDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/save-draft`,
        method: "POST",
        body: queryArg.saveDraftBody,
      }),
    }),
    myDrafts: build.query<MyDraftsApiResponse, MyDraftsApiArg>({
      query: () => ({ url: `/api/me/drafts` }),
    }),
    myDraft: build.query<MyDraftApiResponse, MyDraftApiArg>({
      query: (queryArg) => ({ url: `/api/me/drafts/${queryArg.id}` }),
    }),
  }),
  overrideExisting: false,
});
export const draftsApi = withRules(injectedRtkApi, {
  beginDraft: 'command',
  discardDraft: 'command',
  launchDraft: 'command',
  saveDraft: 'command',
  myDrafts: { reads: {"kind":"my-drafts","topic":"drafts","search":[]} },
  myDraft: { reads: true },
});
export type BeginDraftApiResponse = /** status 200 OK */ DraftAnswer;
export type BeginDraftApiArg = {
  contentBody: ContentBody;
};
export type DiscardDraftApiResponse = /** status 200 OK */ Done;
export type DiscardDraftApiArg = {
  draftBody: DraftBody;
};
export type LaunchDraftApiResponse = /** status 200 OK */ LaunchCampaignAnswer;
export type LaunchDraftApiArg = {
  saveDraftBody: SaveDraftBody;
};
export type SaveDraftApiResponse = /** status 200 OK */ DraftAnswer;
export type SaveDraftApiArg = {
  saveDraftBody: SaveDraftBody;
};
export type MyDraftsApiResponse = /** status 200 OK */ Drafts;
export type MyDraftsApiArg = void;
export type MyDraftApiResponse = /** status 200 OK */ Draft;
export type MyDraftApiArg = {
  id: string;
};
export type DraftAnswer = {
  /** Of the campaign, too, once it is launched */
  draft_id: string;
  /** Of the saves, from 1; the next one says that it builds on this */
  number: number;
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
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type DraftBody = {
  draft_id: string;
  /** Of the save it builds on; refused as draft_conflict when it was saved since */
  number: number;
};
export type LaunchCampaignAnswer = {
  campaign_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
  slug: string;
  /** Whether it is public, or waits for a moderator */
  status: "active" | "in_review";
};
export type SaveDraftBody = {
  beneficiary_consent?: boolean;
  beneficiary_name?: string;
  beneficiary_relationship?: string;
  category: string;
  currency: "EUR" | "USD" | "GBP";
  description: string;
  draft_id: string;
  /** ISO 8601 day; the campaign ends at its end */
  end_date?: string;
  /** Minor units of currency */
  goal_amount?: number;
  lang: "en" | "fr" | "es";
  location?: string;
  /** What the money is for, up to 500 characters, for the administrators alone; needed where one decides who collects money */
  money_purpose?: string;
  needs?: NeedBody[];
  /** Of the save it builds on; refused as draft_conflict when it was saved since */
  number: number;
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
export type DraftCard = {
  begun_at: string;
  /** Empty until chosen */
  category: string;
  /** Of the campaign, too, once it is launched */
  id: string;
  /** BCP 47 tag of the words */
  lang: string;
  /** Of the times it was saved; what changes it says that it builds on this */
  number: number;
  saved_at: string;
  /** Empty where none is written yet */
  title: string;
};
export type Drafts = {
  items: DraftCard[];
};
export type DraftNeed = {
  item: string;
  note: string;
  /** 0 until it is said */
  quantity: number;
  unit: string;
};
export type Draft = {
  begun_at: string;
  beneficiary_consent: boolean;
  beneficiary_name: string;
  beneficiary_relationship: string;
  /** Empty until chosen */
  category: string;
  currency: "EUR" | "USD" | "GBP";
  description: string;
  /** ISO 8601 day, which may have passed; empty without deadline */
  end_date: string;
  /** Minor units of currency; 0 until it is said */
  goal_amount: number;
  /** Of the campaign, too, once it is launched */
  id: string;
  /** BCP 47 tag of the words */
  lang: string;
  location: string;
  /** What the money is for; empty until it is said */
  money_purpose: string;
  needs: DraftNeed[];
  /** Of the times it was saved; what changes it says that it builds on this */
  number: number;
  /** The page in whose name it is to go, unless it is closed or no more the member's to speak for; absent: in the member's */
  page_id?: string;
  /** The upload of its photograph; empty without one */
  photo: string;
  photo_alt: string;
  resource_types: string[];
  saved_at: string;
  story: string;
  /** 0 until it is said */
  time_goal_minutes: number;
  /** Empty where none is written yet */
  title: string;
  /** The upload of its video; empty without one */
  video: string;
};
export const {
  useBeginDraftMutation,
  useDiscardDraftMutation,
  useLaunchDraftMutation,
  useSaveDraftMutation,
  useMyDraftsQuery,
  useLazyMyDraftsQuery,
  useMyDraftQuery,
  useLazyMyDraftQuery,
} = injectedRtkApi;
