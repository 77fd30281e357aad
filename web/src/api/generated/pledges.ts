// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    campaignFigures: build.query<
      CampaignFiguresApiResponse,
      CampaignFiguresApiArg
    >({
      query: (queryArg) => ({ url: `/api/campaigns/${queryArg.id}/figures` }),
    }),
    campaignPledges: build.query<
      CampaignPledgesApiResponse,
      CampaignPledgesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/campaigns/${queryArg.id}/pledges`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          kind: queryArg.kind,
          phase: queryArg.phase,
        },
      }),
    }),
    acceptMaterial: build.mutation<
      AcceptMaterialApiResponse,
      AcceptMaterialApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/accept-material`,
        method: "POST",
        body: queryArg.acceptMaterialBody,
      }),
    }),
    acceptTime: build.mutation<AcceptTimeApiResponse, AcceptTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/accept-time`,
        method: "POST",
        body: queryArg.acceptTimeBody,
      }),
    }),
    confirmHours: build.mutation<ConfirmHoursApiResponse, ConfirmHoursApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/confirm-hours`,
        method: "POST",
        body: queryArg.confirmHoursBody,
      }),
    }),
    declineMaterial: build.mutation<
      DeclineMaterialApiResponse,
      DeclineMaterialApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/decline-material`,
        method: "POST",
        body: queryArg.declineBody,
      }),
    }),
    declineTime: build.mutation<DeclineTimeApiResponse, DeclineTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/decline-time`,
        method: "POST",
        body: queryArg.declineBody,
      }),
    }),
    logHours: build.mutation<LogHoursApiResponse, LogHoursApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/log-hours`,
        method: "POST",
        body: queryArg.logHoursBody,
      }),
    }),
    markNoShow: build.mutation<MarkNoShowApiResponse, MarkNoShowApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/mark-no-show`,
        method: "POST",
        body: queryArg.pledgeBody,
      }),
    }),
    pledgeMaterial: build.mutation<
      PledgeMaterialApiResponse,
      PledgeMaterialApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/pledge-material`,
        method: "POST",
        body: queryArg.pledgeMaterialBody,
      }),
    }),
    pledgeTime: build.mutation<PledgeTimeApiResponse, PledgeTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/pledge-time`,
        method: "POST",
        body: queryArg.pledgeTimeBody,
      }),
    }),
    receiveMaterial: build.mutation<
      ReceiveMaterialApiResponse,
      ReceiveMaterialApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/receive-material`,
        method: "POST",
        body: queryArg.receiveMaterialBody,
      }),
    }),
    returnMaterial: build.mutation<
      ReturnMaterialApiResponse,
      ReturnMaterialApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/return-material`,
        method: "POST",
        body: queryArg.pledgeBody,
      }),
    }),
    withdrawMaterial: build.mutation<
      WithdrawMaterialApiResponse,
      WithdrawMaterialApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/withdraw-material`,
        method: "POST",
        body: queryArg.pledgeBody,
      }),
    }),
    withdrawTime: build.mutation<WithdrawTimeApiResponse, WithdrawTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/withdraw-time`,
        method: "POST",
        body: queryArg.pledgeBody,
      }),
    }),
    myPledges: build.query<MyPledgesApiResponse, MyPledgesApiArg>({
      query: (queryArg) => ({
        url: `/api/me/pledges`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          kind: queryArg.kind,
        },
      }),
    }),
    myWaiting: build.query<MyWaitingApiResponse, MyWaitingApiArg>({
      query: () => ({ url: `/api/me/waiting` }),
    }),
  }),
  overrideExisting: false,
});
export const pledgesApi = withRules(injectedRtkApi, {
  campaignFigures: { reads: {"kind":"campaign-figures","topic":"campaign-figures/{id}","search":[]} },
  campaignPledges: { reads: {
    "kind":"campaign-pledges",
    "topic":"campaign-pledges/{id}",
    "search":["limit","cursor","kind","phase"]
  } },
  acceptMaterial: 'command',
  acceptTime: 'command',
  confirmHours: 'command',
  declineMaterial: 'command',
  declineTime: 'command',
  logHours: 'command',
  markNoShow: 'command',
  pledgeMaterial: 'command',
  pledgeTime: 'command',
  receiveMaterial: 'command',
  returnMaterial: 'command',
  withdrawMaterial: 'command',
  withdrawTime: 'command',
  myPledges: { reads: {"kind":"my-pledges","refetch":true,"topic":"me","search":["limit","cursor","kind"]} },
  myWaiting: { reads: {"kind":"my-waiting","topic":"waiting","search":[]} },
});
export type CampaignFiguresApiResponse = /** status 200 OK */ Figures;
export type CampaignFiguresApiArg = {
  id: string;
};
export type CampaignPledgesApiResponse = /** status 200 OK */ CampaignPledges;
export type CampaignPledgesApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
  /** Empty: both */
  kind?: "" | "time" | "materials";
  /** Empty: those that are open */
  phase?: "" | "waiting" | "expected" | "lent" | "done" | "off" | "all";
};
export type AcceptMaterialApiResponse = /** status 200 OK */ Done;
export type AcceptMaterialApiArg = {
  acceptMaterialBody: AcceptMaterialBody;
};
export type AcceptTimeApiResponse = /** status 200 OK */ Done;
export type AcceptTimeApiArg = {
  acceptTimeBody: AcceptTimeBody;
};
export type ConfirmHoursApiResponse = /** status 200 OK */ Done;
export type ConfirmHoursApiArg = {
  confirmHoursBody: ConfirmHoursBody;
};
export type DeclineMaterialApiResponse = /** status 200 OK */ Done;
export type DeclineMaterialApiArg = {
  declineBody: DeclineBody;
};
export type DeclineTimeApiResponse = /** status 200 OK */ Done;
export type DeclineTimeApiArg = {
  declineBody: DeclineBody;
};
export type LogHoursApiResponse = /** status 200 OK */ Done;
export type LogHoursApiArg = {
  logHoursBody: LogHoursBody;
};
export type MarkNoShowApiResponse = /** status 200 OK */ Done;
export type MarkNoShowApiArg = {
  pledgeBody: PledgeBody;
};
export type PledgeMaterialApiResponse = /** status 200 OK */ PledgeAnswer;
export type PledgeMaterialApiArg = {
  pledgeMaterialBody: PledgeMaterialBody;
};
export type PledgeTimeApiResponse = /** status 200 OK */ PledgeAnswer;
export type PledgeTimeApiArg = {
  pledgeTimeBody: PledgeTimeBody;
};
export type ReceiveMaterialApiResponse = /** status 200 OK */ Done;
export type ReceiveMaterialApiArg = {
  receiveMaterialBody: ReceiveMaterialBody;
};
export type ReturnMaterialApiResponse = /** status 200 OK */ Done;
export type ReturnMaterialApiArg = {
  pledgeBody: PledgeBody;
};
export type WithdrawMaterialApiResponse = /** status 200 OK */ Done;
export type WithdrawMaterialApiArg = {
  pledgeBody: PledgeBody;
};
export type WithdrawTimeApiResponse = /** status 200 OK */ Done;
export type WithdrawTimeApiArg = {
  pledgeBody: PledgeBody;
};
export type MyPledgesApiResponse = /** status 200 OK */ MyPledges;
export type MyPledgesApiArg = {
  limit?: number;
  cursor?: string;
  /** Empty: both */
  kind?: "" | "time" | "materials";
};
export type MyWaitingApiResponse = /** status 200 OK */ Waiting;
export type MyWaitingApiArg = void;
export type FigureDay = {
  /** ISO 8601 */
  day: string;
  /** Completed, less those that went back whole */
  gifts: number;
  /** Received, of what the campaign asks for */
  items: number;
  /** Confirmed */
  minutes: number;
  /** Minor units of currency, less what went back */
  raised: number;
};
export type Figures = {
  currency: "EUR" | "USD" | "GBP";
  /** Those on which something moved, the earliest first */
  days: FigureDay[];
  /** ISO 8601 day of the launch */
  since: string;
  /** IANA name of the zone whose days these are: the campaign's, else UTC */
  time_zone: string;
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
export type Counts = {
  done: number;
  expected: number;
  lent: number;
  off: number;
  waiting: number;
};
export type Pledger = {
  /** Where their picture lies; absent without one */
  avatar?: string;
  /** The member; absent when they were erased */
  id?: string;
  /** Display name; empty when they were erased */
  name: string;
};
export type CampaignPledge = {
  accepted_at?: string;
  /** Of whoever pledged; others than they see it once it is accepted */
  address: string;
  /** The public is shown no name */
  anonymous: boolean;
  availability: string;
  /** Who or what declined it */
  cause: "" | "organizer" | "campaign_ended" | "shift_cancelled";
  changed_at: string;
  condition: "" | "new" | "excellent" | "good" | "fair" | "poor";
  condition_received: "" | "new" | "excellent" | "good" | "fair" | "poor";
  counted_note: string;
  currency: "" | "EUR" | "USD" | "GBP";
  delivery: "" | "drop_off" | "pickup" | "courier" | "post";
  /** When it was completed, received, declined, withdrawn or missed */
  ended_at?: string;
  id: string;
  /** What it is: as whoever pledged says, else as the campaign asks for it now; empty for hours */
  item: string;
  kind: "time" | "materials";
  /** BCP 47 tag of what whoever pledged wrote */
  lang: string;
  lent: boolean;
  logged_note: string;
  message: string;
  /** Pledged; 0 for things */
  minutes: number;
  minutes_confirmed: number;
  /** Worked, as the organizer says before they confirm */
  minutes_counted: number;
  /** Worked, as whoever pledged says */
  minutes_logged: number;
  /** Of the campaign; absent for something it did not ask for */
  need_id?: string;
  /** The organizer's, to whoever pledged */
  note: string;
  person: Pledger;
  /** What is to be done: waiting for the organizer, expected from whoever pledged, to be returned, or nothing */
  phase: "waiting" | "expected" | "lent" | "done" | "off";
  /** Where things are brought or sent, as the organizer says */
  place: string;
  pledged_at: string;
  /** Pledged; 0 for hours */
  quantity: number;
  quantity_accepted: number;
  quantity_received: number;
  /** Why it was declined */
  reason: string;
  returned_at?: string;
  /** The shift whose place the pledge goes with; absent where it is none */
  shift_id?: string;
  shift_lang?: string;
  shift_starts_at?: string;
  /** IANA name of the zone whose clocks hang at its place */
  shift_time_zone?: string;
  shift_title?: string;
  skills: string;
  status:
    | "pledged"
    | "accepted"
    | "completed"
    | "no_show"
    | "received"
    | "returned"
    | "declined"
    | "withdrawn";
  unit: string;
  /** ISO 8601 day until which it is lent */
  until: string;
  /** Estimated, of all of them: minor units of currency; 0 where nobody did */
  value: number;
};
export type CampaignPledges = {
  /** Of the kind that was asked for, whatever the phase */
  counts: Counts;
  items: CampaignPledge[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type AcceptMaterialBody = {
  /** To whoever pledged */
  note?: string;
  /** Where to bring or send them; shown to whoever pledged */
  place?: string;
  pledge_id: string;
  /** How many are taken, at least one; absent: all */
  quantity?: number;
};
export type AcceptTimeBody = {
  /** To whoever pledged, such as where to come */
  note?: string;
  pledge_id: string;
};
export type ConfirmHoursBody = {
  /** In quarters of an hour; takes the place of what was confirmed before */
  minutes: number;
  pledge_id: string;
};
export type DeclineBody = {
  pledge_id: string;
  /** Shown to whoever pledged */
  reason: string;
};
export type LogHoursBody = {
  /** Worked for this pledge all in all, in quarters of an hour */
  minutes: number;
  /** What was done; the other side reads it */
  note?: string;
  pledge_id: string;
};
export type PledgeBody = {
  pledge_id: string;
};
export type PledgeAnswer = {
  pledge_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type PledgeMaterialBody = {
  /** Where to fetch it; the organizer sees it once they accept */
  address?: string;
  /** Hide the name from the public; the organizer sees it */
  anonymous?: boolean;
  campaign_id: string;
  condition: "new" | "excellent" | "good" | "fair" | "poor";
  /** Of value */
  currency?: "EUR" | "USD" | "GBP";
  delivery: "drop_off" | "pickup" | "courier" | "post";
  /** What it is; needed without need_id */
  item?: string;
  lang: "en" | "fr" | "es";
  /** On loan, until the day of until */
  lent?: boolean;
  /** To the organizer */
  message?: string;
  /** One of the campaign's needs; absent for something else */
  need_id?: string;
  quantity: number;
  /** ISO 8601 day */
  until?: string;
  /** Estimated, of all of them: minor units of currency */
  value?: number;
};
export type PledgeTimeBody = {
  /** Hide the name from the public; the organizer sees it */
  anonymous?: boolean;
  /** When they can come; the organizer reads it */
  availability?: string;
  campaign_id: string;
  lang: "en" | "fr" | "es";
  /** To the organizer */
  message?: string;
  /** In quarters of an hour */
  minutes: number;
  /** Skills or experience; the organizer reads it */
  skills?: string;
};
export type ReceiveMaterialBody = {
  condition: "new" | "excellent" | "good" | "fair" | "poor";
  pledge_id: string;
  /** May be more than was pledged; takes the place of what was received before */
  quantity: number;
};
export type MyPledge = {
  accepted_at?: string;
  /** Of whoever pledged; others than they see it once it is accepted */
  address: string;
  /** The public is shown no name */
  anonymous: boolean;
  availability: string;
  campaign_category: string;
  campaign_id: string;
  campaign_lang: string;
  /** Where its photograph lies, as in a campaign's answer; empty without one */
  campaign_photo: string;
  campaign_slug: string;
  /** Empty where its words were erased */
  campaign_title: string;
  /** Who or what declined it */
  cause: "" | "organizer" | "campaign_ended" | "shift_cancelled";
  changed_at: string;
  condition: "" | "new" | "excellent" | "good" | "fair" | "poor";
  condition_received: "" | "new" | "excellent" | "good" | "fair" | "poor";
  counted_note: string;
  currency: "" | "EUR" | "USD" | "GBP";
  delivery: "" | "drop_off" | "pickup" | "courier" | "post";
  /** When it was completed, received, declined, withdrawn or missed */
  ended_at?: string;
  id: string;
  /** What it is: as whoever pledged says, else as the campaign asks for it now; empty for hours */
  item: string;
  kind: "time" | "materials";
  /** BCP 47 tag of what whoever pledged wrote */
  lang: string;
  lent: boolean;
  logged_note: string;
  message: string;
  /** Pledged; 0 for things */
  minutes: number;
  minutes_confirmed: number;
  /** Worked, as the organizer says before they confirm */
  minutes_counted: number;
  /** Worked, as whoever pledged says */
  minutes_logged: number;
  /** Of the campaign; absent for something it did not ask for */
  need_id?: string;
  /** The organizer's, to whoever pledged */
  note: string;
  /** What is to be done: waiting for the organizer, expected from whoever pledged, to be returned, or nothing */
  phase: "waiting" | "expected" | "lent" | "done" | "off";
  /** Where things are brought or sent, as the organizer says */
  place: string;
  pledged_at: string;
  /** Pledged; 0 for hours */
  quantity: number;
  quantity_accepted: number;
  quantity_received: number;
  /** Why it was declined */
  reason: string;
  returned_at?: string;
  /** The shift whose place the pledge goes with; absent where it is none */
  shift_id?: string;
  shift_lang?: string;
  shift_starts_at?: string;
  /** IANA name of the zone whose clocks hang at its place */
  shift_time_zone?: string;
  shift_title?: string;
  skills: string;
  status:
    | "pledged"
    | "accepted"
    | "completed"
    | "no_show"
    | "received"
    | "returned"
    | "declined"
    | "withdrawn";
  unit: string;
  /** ISO 8601 day until which it is lent */
  until: string;
  /** Estimated, of all of them: minor units of currency; 0 where nobody did */
  value: number;
};
export type Offered = {
  items: number;
  items_received: number;
  /** Pledged */
  minutes: number;
  minutes_confirmed: number;
  pledges: number;
};
export type MyPledges = {
  items: MyPledge[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** Over all pages and kinds */
  offered: Offered;
  /** How many there are over all pages */
  total: number;
};
export type WaitingCampaign = {
  id: string;
  lang: string;
  pledges: number;
  /** Empty where its words were erased */
  title: string;
};
export type Waiting = {
  /** Those to which pledges wait, the most first */
  campaigns: WaitingCampaign[];
};
export const {
  useCampaignFiguresQuery,
  useLazyCampaignFiguresQuery,
  useCampaignPledgesQuery,
  useLazyCampaignPledgesQuery,
  useAcceptMaterialMutation,
  useAcceptTimeMutation,
  useConfirmHoursMutation,
  useDeclineMaterialMutation,
  useDeclineTimeMutation,
  useLogHoursMutation,
  useMarkNoShowMutation,
  usePledgeMaterialMutation,
  usePledgeTimeMutation,
  useReceiveMaterialMutation,
  useReturnMaterialMutation,
  useWithdrawMaterialMutation,
  useWithdrawTimeMutation,
  useMyPledgesQuery,
  useLazyMyPledgesQuery,
  useMyWaitingQuery,
  useLazyMyWaitingQuery,
} = injectedRtkApi;
