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
    myReportOf: build.query<MyReportOfApiResponse, MyReportOfApiArg>({
      query: (queryArg) => ({ url: `/api/me/reports/${queryArg.id}` }),
    }),
  }),
  overrideExisting: false,
});
export const reportsApi = withRules(injectedRtkApi, {
  reports: { reads: {"kind":"reports","refetch":true,"topic":"reports","search":["limit","cursor","settled","most"]} },
  myReport: { reads: true },
  dismissReports: 'command',
  fileReport: 'command',
  myReportOf: { reads: true },
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
export type MyReportOfApiResponse = /** status 200 OK */ OwnReport;
export type MyReportOfApiArg = {
  id: string;
};
export type PostFile = {
  /** What a photo shows; may be empty */
  alt: string;
  /** What stands there until a photo is loaded: a data: address; empty of other files */
  blur: string;
  kind: "photo" | "video" | "audio";
  /** Its files lie below /media/post-{kind}/{upload} */
  upload: string;
};
export type FeedAuthor = {
  /** Where their picture lies; absent without one */
  avatar?: string;
  /** The member; absent when they left */
  id?: string;
  /** Display name; empty when they left */
  name: string;
};
export type PostPage = {
  id: string;
  /** BCP 47 tag of the name */
  lang: string;
  /** Where its picture lies; empty without one */
  logo: string;
  name: string;
  /** A moderator has checked whom it speaks for */
  verified: boolean;
};
export type SharedPost = {
  /** When it was posted */
  at?: string;
  /** Nobody where a page is the author */
  author: FeedAuthor;
  /** When its words changed last */
  edited_at?: string;
  /** What it shows, in order */
  files: PostFile[];
  /** It was deleted or removed, or the page that wrote it is closed: nothing else is told of it */
  gone: boolean;
  id: string;
  /** BCP 47 tag of the text */
  lang: string;
  /** As which it was written; absent where a member is the author */
  page?: PostPage;
  /** Without markup */
  text: string;
};
export type ReportLine = {
  at: string;
  id: string;
  /** Who reported it; empty for who has left */
  name: string;
  /** Empty while it is open */
  outcome: "" | "harmless" | "suspended" | "removed" | "over";
  reason: "scam" | "offensive" | "illegal" | "copyright" | "spam" | "other";
  /** What the member adds; may be empty */
  words: string;
};
export type ReportedThing = {
  /** Who wrote a post or comment, a page or a member, or who runs a campaign; empty where they left, or it is gone */
  author: string;
  /** What a post shows, in order */
  files: PostFile[];
  id: string;
  kind: "campaign" | "post" | "comment";
  /** BCP 47 tag of title and text */
  lang: string;
  /** When it was last reported; to be sent when its reports are dismissed */
  last_at: string;
  /** How many of the reports are not settled */
  open: number;
  /** What a post shares, as it is now; absent of all else */
  original?: SharedPost;
  /** How the reports ended that were settled last */
  outcome: "" | "harmless" | "suspended" | "removed" | "over";
  /** The post itself, or the one below which a comment stands */
  post_id?: string;
  /** Why a moderator removed a post or comment; empty where none did */
  removed: string;
  /** The newest 100, newest first */
  reports: ReportLine[];
  /** Of a campaign */
  slug: string;
  /** What a post or comment says; empty where it is gone */
  text: string;
  /** Of a campaign; empty where its words were erased */
  title: string;
  /** How many reported it */
  total: number;
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
  outcome: "" | "harmless" | "suspended" | "removed" | "over";
  reason:
    "" | "scam" | "offensive" | "illegal" | "copyright" | "spam" | "other";
  reported: boolean;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type DismissReportsBody = {
  kind: "campaign" | "post" | "comment";
  thing_id: string;
  /** When the last report was filed, as read: later ones stay open */
  up_to: string;
};
export type FileReportBody = {
  kind: "campaign" | "post" | "comment";
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
  useMyReportOfQuery,
  useLazyMyReportOfQuery,
} = injectedRtkApi;
