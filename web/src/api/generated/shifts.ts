// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    campaignAttendance: build.query<
      CampaignAttendanceApiResponse,
      CampaignAttendanceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/campaigns/${queryArg.id}/attendance`,
        params: {
          when: queryArg.when,
        },
      }),
    }),
    campaignShifts: build.query<
      CampaignShiftsApiResponse,
      CampaignShiftsApiArg
    >({
      query: (queryArg) => ({ url: `/api/campaigns/${queryArg.id}/shifts` }),
    }),
    cancelShift: build.mutation<CancelShiftApiResponse, CancelShiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/cancel-shift`,
        method: "POST",
        body: queryArg.cancelShiftBody,
      }),
    }),
    joinShift: build.mutation<JoinShiftApiResponse, JoinShiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/join-shift`,
        method: "POST",
        body: queryArg.joinShiftBody,
      }),
    }),
    leaveShift: build.mutation<LeaveShiftApiResponse, LeaveShiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/leave-shift`,
        method: "POST",
        body: queryArg.shiftBody,
      }),
    }),
    publishShift: build.mutation<PublishShiftApiResponse, PublishShiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/publish-shift`,
        method: "POST",
        body: queryArg.publishShiftBody,
      }),
    }),
    reviseShift: build.mutation<ReviseShiftApiResponse, ReviseShiftApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/revise-shift`,
        method: "POST",
        body: queryArg.reviseShiftBody,
      }),
    }),
    myShifts: build.query<MyShiftsApiResponse, MyShiftsApiArg>({
      query: (queryArg) => ({
        url: `/api/me/shifts`,
        params: {
          when: queryArg.when,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const shiftsApi = withRules(injectedRtkApi, {
  campaignAttendance: { reads: {"kind":"campaign-attendance","topic":"campaign-attendance/{id}","search":["when"]} },
  campaignShifts: { reads: {"kind":"campaign-shifts","refetch":true,"topic":"campaign-shifts/{id}","search":[]} },
  cancelShift: 'command',
  joinShift: 'command',
  leaveShift: 'command',
  publishShift: 'command',
  reviseShift: 'command',
  myShifts: { reads: {"kind":"my-shifts","refetch":true,"topic":"shifts","search":["when"]} },
});
export type CampaignAttendanceApiResponse = /** status 200 OK */ Attendance;
export type CampaignAttendanceApiArg = {
  id: string;
  /** Empty: what is not over yet, the next one first; past: what is over, the last one first */
  when?: "" | "past";
};
export type CampaignShiftsApiResponse = /** status 200 OK */ CampaignShifts;
export type CampaignShiftsApiArg = {
  id: string;
};
export type CancelShiftApiResponse = /** status 200 OK */ Done;
export type CancelShiftApiArg = {
  cancelShiftBody: CancelShiftBody;
};
export type JoinShiftApiResponse = /** status 200 OK */ Done;
export type JoinShiftApiArg = {
  joinShiftBody: JoinShiftBody;
};
export type LeaveShiftApiResponse = /** status 200 OK */ Done;
export type LeaveShiftApiArg = {
  shiftBody: ShiftBody;
};
export type PublishShiftApiResponse = /** status 200 OK */ PublishShiftAnswer;
export type PublishShiftApiArg = {
  publishShiftBody: PublishShiftBody;
};
export type ReviseShiftApiResponse = /** status 200 OK */ Done;
export type ReviseShiftApiArg = {
  reviseShiftBody: ReviseShiftBody;
};
export type MyShiftsApiResponse = /** status 200 OK */ MyShifts;
export type MyShiftsApiArg = {
  /** Empty: what is not over yet, the next one first; past: what is over, the last one first */
  when?: "" | "past";
};
export type Attendee = {
  /** Where their picture lies; absent without one */
  avatar?: string;
  /** The member */
  id?: string;
  joined_at: string;
  minutes_confirmed: number;
  /** Display name */
  name: string;
  /** Their pledge of time */
  pledge: string;
  /** Of the pledge; empty while it is being made */
  status:
    | ""
    | "pledged"
    | "accepted"
    | "completed"
    | "no_show"
    | "declined"
    | "withdrawn";
};
export type AttendedShift = {
  /** How many people */
  capacity: number;
  /** How many of them come */
  coming: number;
  /** Likewise */
  ends: string;
  ends_at: string;
  id: string;
  /** BCP 47 tag of title, place and note */
  lang: string;
  note: string;
  /** Who joined first, first; without those who were erased */
  people: Attendee[];
  place: string;
  /** Why it was cancelled, to whoever comes */
  reason: string;
  /** By those clocks, such as 2026-12-05T09:00 */
  starts: string;
  starts_at: string;
  status: "open" | "cancelled";
  /** IANA name of the zone whose clocks hang at the place */
  time_zone: string;
  /** Empty where its words were erased */
  title: string;
};
export type Attendance = {
  items: AttendedShift[];
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
export type OpenShift = {
  /** How many people */
  capacity: number;
  /** How many of them come */
  coming: number;
  /** Likewise */
  ends: string;
  ends_at: string;
  id: string;
  /** BCP 47 tag of title, place and note */
  lang: string;
  /** The reader comes */
  mine: boolean;
  note: string;
  place: string;
  /** Why it was cancelled, to whoever comes */
  reason: string;
  /** By those clocks, such as 2026-12-05T09:00 */
  starts: string;
  starts_at: string;
  status: "open" | "cancelled";
  /** IANA name of the zone whose clocks hang at the place */
  time_zone: string;
  /** Empty where its words were erased */
  title: string;
};
export type CampaignShifts = {
  items: OpenShift[];
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type CancelShiftBody = {
  /** Shown to everybody who comes; up to 500 characters */
  reason: string;
  shift_id: string;
};
export type JoinShiftBody = {
  /** Hide the name from the public; the organizer sees it */
  anonymous?: boolean;
  lang: "en" | "fr" | "es";
  shift_id: string;
};
export type ShiftBody = {
  shift_id: string;
};
export type PublishShiftAnswer = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
  shift_id: string;
};
export type PublishShiftBody = {
  campaign_id: string;
  /** How many people, up to 1000 */
  capacity: number;
  /** Likewise; a day later at most */
  ends: string;
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Up to 1000 characters, such as what to bring */
  note?: string;
  /** Up to 200 characters */
  place: string;
  /** By the clocks of the time zone, such as 2026-12-05T09:00 */
  starts: string;
  /** IANA name, such as Europe/Paris */
  time_zone: string;
  /** Up to 120 characters */
  title: string;
};
export type ReviseShiftBody = {
  /** How many people, up to 1000 */
  capacity: number;
  /** Likewise; a day later at most */
  ends: string;
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Up to 1000 characters, such as what to bring */
  note?: string;
  /** Up to 200 characters */
  place: string;
  shift_id: string;
  /** By the clocks of the time zone, such as 2026-12-05T09:00 */
  starts: string;
  /** IANA name, such as Europe/Paris */
  time_zone: string;
  /** Up to 120 characters */
  title: string;
};
export type MyShift = {
  campaign_id: string;
  campaign_lang: string;
  campaign_slug: string;
  /** Empty where its words were erased */
  campaign_title: string;
  /** How many people */
  capacity: number;
  /** How many of them come */
  coming: number;
  /** Likewise */
  ends: string;
  ends_at: string;
  id: string;
  /** BCP 47 tag of title, place and note */
  lang: string;
  minutes_confirmed: number;
  note: string;
  place: string;
  /** Of the pledge of time that goes with the place */
  pledge_status:
    | ""
    | "pledged"
    | "accepted"
    | "completed"
    | "no_show"
    | "declined"
    | "withdrawn";
  /** Why it was cancelled, to whoever comes */
  reason: string;
  /** By those clocks, such as 2026-12-05T09:00 */
  starts: string;
  starts_at: string;
  status: "open" | "cancelled";
  /** IANA name of the zone whose clocks hang at the place */
  time_zone: string;
  /** Empty where its words were erased */
  title: string;
};
export type MyShifts = {
  items: MyShift[];
};
export const {
  useCampaignAttendanceQuery,
  useLazyCampaignAttendanceQuery,
  useCampaignShiftsQuery,
  useLazyCampaignShiftsQuery,
  useCancelShiftMutation,
  useJoinShiftMutation,
  useLeaveShiftMutation,
  usePublishShiftMutation,
  useReviseShiftMutation,
  useMyShiftsQuery,
  useLazyMyShiftsQuery,
} = injectedRtkApi;
