// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    reports: build.query<ReportsApiResponse, ReportsApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/reports`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          settled: queryArg.settled,
          most: queryArg.most,
        },
      }),
    }),
    myReport: build.query<MyReportApiResponse, MyReportApiArg>({
      query: (queryArg) => ({ url: `/api/campaigns/${queryArg.id}/report` }),
    }),
    dismissReports: build.mutation<
      DismissReportsApiResponse,
      DismissReportsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/dismiss-reports`,
        method: "POST",
        body: queryArg.dismissReportsBody,
      }),
    }),
    fileReport: build.mutation<FileReportApiResponse, FileReportApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/file-report`,
        method: "POST",
        body: queryArg.fileReportBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const reportsApi = withRules(injectedRtkApi, {
  reports: { reads: {"kind":"reports","refetch":true,"topic":"reports","search":["limit","cursor","settled","most"]} },
  myReport: { reads: true },
  dismissReports: 'command',
  fileReport: 'command',
});
export type ReportsApiResponse = /** status 200 OK */ ListReportedThing;
export type ReportsApiArg = {
  limit?: number;
  cursor?: string;
  /** What was settled, in place of what is open */
  settled?: boolean;
  /** What most members reported comes first, in place of what was reported last */
  most?: boolean;
};
export type MyReportApiResponse = /** status 200 OK */ OwnReport;
export type MyReportApiArg = {
  id: string;
};
export type DismissReportsApiResponse = /** status 200 OK */ Done;
export type DismissReportsApiArg = {
  dismissReportsBody: DismissReportsBody;
};
export type FileReportApiResponse = /** status 200 OK */ Done;
export type FileReportApiArg = {
  fileReportBody: FileReportBody;
};
export type Person = {
  /** Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels; absent without a picture */
  avatar?: string;
  /** The member; absent for guests and anonymous people */
  id?: string;
  /** Display name; empty when there is none to show */
  name: string;
};
export type ReportLine = {
  at: string;
  id: string;
  /** Who reported it; empty for who has left */
  name: string;
  /** Empty while it is open */
  outcome: "" | "harmless" | "suspended" | "over";
  reason: "scam" | "offensive" | "illegal" | "copyright" | "spam" | "other";
  /** What the member adds; may be empty */
  words: string;
};
export type ReportedThing = {
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
  /** When it was last reported; to be sent when its reports are dismissed */
  last_at: string;
  launched_at: string;
  location: string;
  minutes_confirmed: number;
  minutes_pledged: number;
  /** How many of the reports are not settled */
  open: number;
  organizer: Person;
  /** How the reports ended that were settled last */
  outcome: "" | "harmless" | "suspended" | "over";
  /** Below it lie 480.jpg, 960.jpg and 1600.jpg, so many pixels wide and 16 by 9; absent without a photograph */
  photo?: string;
  /** What stands there until the photograph is loaded: a data: address; absent without one */
  photo_blur?: string;
  /** Minor units of currency */
  raised_amount: number;
  /** The newest 100, newest first */
  reports: ReportLine[];
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
  /** How many reported it */
  total: number;
  /** Received contributions within the last 72 hours */
  trending: boolean;
  /** Its organizer said so within the last 7 days, and no moderator took it back */
  urgent: boolean;
};
export type ListReportedThing = {
  items: ReportedThing[];
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
export type OwnReport = {
  at?: string;
  outcome: "" | "harmless" | "suspended" | "over";
  reason:
    "" | "scam" | "offensive" | "illegal" | "copyright" | "spam" | "other";
  reported: boolean;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type DismissReportsBody = {
  kind: "campaign";
  thing_id: string;
  /** When the last report was filed, as read: later ones stay open */
  up_to: string;
};
export type FileReportBody = {
  kind: "campaign";
  reason: "scam" | "offensive" | "illegal" | "copyright" | "spam" | "other";
  thing_id: string;
  /** Up to 1000 characters, shown to moderators alone */
  words?: string;
};
export const {
  useReportsQuery,
  useLazyReportsQuery,
  useMyReportQuery,
  useLazyMyReportQuery,
  useDismissReportsMutation,
  useFileReportMutation,
} = injectedRtkApi;
