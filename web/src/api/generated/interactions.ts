// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    interactions: build.query<InteractionsApiResponse, InteractionsApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/interactions`,
        params: {
          days: queryArg.days,
        },
      }),
    }),
    recordInteractions: build.mutation<
      RecordInteractionsApiResponse,
      RecordInteractionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/interactions`,
        method: "POST",
        body: queryArg.recordBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const interactionsApi = withRules(injectedRtkApi, {
  interactions: { reads: true },
});
export type InteractionsApiResponse = /** status 200 OK */ SummaryAnswer;
export type InteractionsApiArg = {
  days?: number;
};
export type RecordInteractionsApiResponse = /** status 200 OK */ Recorded;
export type RecordInteractionsApiArg = {
  recordBody: RecordBody;
};
export type ActionCount = {
  action_type: "create_callup_hero" | "onboarding";
  /** How many did it */
  members: number;
  times: number;
};
export type SummaryAnswer = {
  /** What at least five members pressed, the most frequent first */
  counts: ActionCount[];
  /** How many days were counted, up to now */
  days: number;
  /** How often anything else was pressed */
  rest: number;
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
export type Recorded = {
  /** 0 where the member did not agree */
  recorded: number;
};
export type InteractionData = {
  /** The path of the page it leads to */
  destination?: string;
  /** The part of the page */
  source?: "hero_section";
};
export type Pressed = {
  action_type: "create_callup_hero" | "onboarding";
  additional_data?: InteractionData;
  /** The path of the page; what names a campaign or a person is not kept */
  page_url: string;
};
export type RecordBody = {
  interactions: Pressed[];
};
export const {
  useInteractionsQuery,
  useLazyInteractionsQuery,
  useRecordInteractionsMutation,
} = injectedRtkApi;
