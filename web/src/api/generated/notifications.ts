// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    chooseNotifications: build.mutation<
      ChooseNotificationsApiResponse,
      ChooseNotificationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/choose-notifications`,
        method: "POST",
        body: queryArg.chooseNotificationsBody,
      }),
    }),
    readNotifications: build.mutation<
      ReadNotificationsApiResponse,
      ReadNotificationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/read-notifications`,
        method: "POST",
        body: queryArg.readNotificationsBody,
      }),
    }),
    myNotificationChoices: build.query<
      MyNotificationChoicesApiResponse,
      MyNotificationChoicesApiArg
    >({
      query: () => ({ url: `/api/me/notification-choices` }),
    }),
    myNotifications: build.query<
      MyNotificationsApiResponse,
      MyNotificationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/me/notifications`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const notificationsApi = withRules(injectedRtkApi, {
  chooseNotifications: 'command',
  readNotifications: 'command',
  myNotificationChoices: { reads: {"kind":"my-notification-choices","topic":"notifications","search":[]} },
  myNotifications: { reads: {"kind":"my-notifications","topic":"notifications","search":["limit","cursor"]} },
});
export type ChooseNotificationsApiResponse = /** status 200 OK */ Done;
export type ChooseNotificationsApiArg = {
  chooseNotificationsBody: ChooseNotificationsBody;
};
export type ReadNotificationsApiResponse = /** status 200 OK */ Done;
export type ReadNotificationsApiArg = {
  readNotificationsBody: ReadNotificationsBody;
};
export type MyNotificationChoicesApiResponse =
  /** status 200 OK */ NotificationChoices;
export type MyNotificationChoicesApiArg = void;
export type MyNotificationsApiResponse = /** status 200 OK */ NotificationList;
export type MyNotificationsApiArg = {
  limit?: number;
  cursor?: string;
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
export type ChooseNotificationsBody = {
  channel: "app" | "mail";
  /** By mail: with the daily mail, not at once */
  daily?: boolean;
  kind:
    | "gift_received"
    | "gift_completed"
    | "refund_asked"
    | "refund_declined"
    | "payment_problem"
    | "pledge_received"
    | "pledge_answered"
    | "shift_changed"
    | "shift_reminder"
    | "campaign_news"
    | "campaign_completed"
    | "campaign_reviewed"
    | "team_news"
    | "thread_news"
    | "report_settled"
    | "words_removed"
    | "security";
  on: boolean;
  time_zone?: string;
};
export type ReadNotificationsBody = {
  /** When the oldest that was shown happened; left out where all before it is read too */
  from?: string;
  /** When the newest notification that was shown happened */
  up_to: string;
};
export type NotificationChoice = {
  app: boolean;
  kind:
    | "gift_received"
    | "gift_completed"
    | "refund_asked"
    | "refund_declined"
    | "payment_problem"
    | "pledge_received"
    | "pledge_answered"
    | "shift_changed"
    | "shift_reminder"
    | "campaign_news"
    | "campaign_completed"
    | "campaign_reviewed"
    | "team_news"
    | "thread_news"
    | "report_settled"
    | "words_removed"
    | "security";
  /** When the member is mailed about it */
  mail: "at_once" | "daily" | "never";
  mails: ("at_once" | "daily" | "never")[];
};
export type NotificationChoices = {
  kinds: NotificationChoice[];
};
export type GiftReceivedNotice = {
  /** Minor units of currency */
  amount: number;
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  currency: "EUR" | "USD" | "GBP";
  /** Empty for a guest's gift without a name, an anonymous one, and of an erased person */
  giver: string;
  id: string;
  kind: "gift_received";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  /** How much of the gift went back */
  returned: "" | "partly" | "fully";
};
export type GiftCompletedNotice = {
  /** Minor units of currency */
  amount: number;
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  currency: "EUR" | "USD" | "GBP";
  donation_id: string;
  id: string;
  kind: "gift_completed";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  /** How much of the gift went back */
  returned: "" | "partly" | "fully";
};
export type RefundAskedNotice = {
  /** Minor units of currency */
  amount: number;
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  currency: "EUR" | "USD" | "GBP";
  id: string;
  kind: "refund_asked";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  /** How much of the gift went back */
  returned: "" | "partly" | "fully";
};
export type RefundDeclinedNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  donation_id: string;
  id: string;
  kind: "refund_declined";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
};
export type PaymentProblemNotice = {
  /** Minor units of currency; 0 when a dispute ends */
  amount: number;
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  currency: "" | "EUR" | "USD" | "GBP";
  id: string;
  kind: "payment_problem";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  step: "disputed" | "won" | "lost" | "refund_failed";
};
export type PledgeReceivedNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  /** Who pledged; empty where they were erased */
  giver: string;
  id: string;
  kind: "pledge_received";
  /** Of a pledge of time: pledged or worked; 0 of things */
  minutes: number;
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  pledge_step: "offered" | "logged" | "withdrawn";
  /** Of a pledge of things; 0 of time */
  quantity: number;
};
export type PledgeAnsweredNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  id: string;
  kind: "pledge_answered";
  /** Of a pledge of time: pledged or confirmed; 0 of things */
  minutes: number;
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  pledge_step: "accepted" | "declined" | "confirmed" | "received" | "missed";
  /** Of a pledge of things: accepted, declined or received; 0 of time */
  quantity: number;
};
export type ShiftChangedNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  id: string;
  kind: "shift_changed";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  /** When the shift begins now */
  shift_starts?: string;
  shift_step: "revised" | "moved" | "cancelled";
  /** IANA time zone of the shift's place */
  shift_zone: string;
  /** BCP 47 tag of subject_title */
  subject_lang: string;
  /** Empty where its words were erased */
  subject_title: string;
};
export type ShiftReminderNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  id: string;
  kind: "shift_reminder";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  /** When the shift begins */
  shift_starts?: string;
  /** IANA time zone of the shift's place */
  shift_zone: string;
  /** BCP 47 tag of subject_title */
  subject_lang: string;
  /** Empty where its words were erased */
  subject_title: string;
};
export type CampaignNewsNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  id: string;
  kind: "campaign_news";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** reached: its goal */
  news:
    "update" | "reached" | "goal" | "time_goal" | "end_date" | "beneficiary";
  /** The member runs the campaign */
  own: boolean;
  /** BCP 47 tag of subject_title */
  subject_lang: string;
  /** Empty where its words were erased */
  subject_title: string;
};
export type CampaignCompletedNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  /** Why the campaign ended */
  end_reason: "" | "owner" | "end_date" | "cancelled";
  id: string;
  kind: "campaign_completed";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
};
export type CampaignReviewedNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  decision:
    | "approved"
    | "changes_requested"
    | "rejected"
    | "suspended"
    | "reinstated"
    | "not_urgent"
    | "money_allowed"
    | "money_refused";
  id: string;
  kind: "campaign_reviewed";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
};
export type TeamNewsNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  /** The member, or of page_off the page, that it names; empty where it names none */
  giver: string;
  id: string;
  kind: "team_news";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** The member runs the campaign */
  own: boolean;
  /** Absent where it is about no page */
  page_id?: string;
  /** BCP 47 tag of page_name */
  page_lang: string;
  /** Empty where its words were erased */
  page_name: string;
  team_change:
    | "invited"
    | "joined"
    | "declined"
    | "left"
    | "removed"
    | "hand_over"
    | "hand_over_off"
    | "hand_over_no"
    | "handed_over"
    | "page_off";
};
export type ThreadNewsNotice = {
  at: string;
  /** Who did it last; empty where that is not said */
  giver: string;
  id: string;
  kind: "thread_news";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** Empty of a campaign */
  on: "" | "post" | "comment";
  /** How many reacted to it or shared it, or how many comments are below it */
  others: number;
  /** Absent where it is about no page */
  page_id?: string;
  /** BCP 47 tag of page_name */
  page_lang: string;
  /** Empty where its words were erased */
  page_name: string;
  /** That post, or the one below which that comment stands; absent where it is gone */
  post_id?: string;
  thread_step: "reacted" | "answered" | "shared";
};
export type ReportSettledNotice = {
  at: string;
  /** Zero where it is about no campaign */
  campaign_id: string;
  campaign_lang: string;
  /** Empty where it is about no campaign */
  campaign_slug: string;
  /** Empty where it is about no campaign, or it is shown to nobody */
  campaign_title: string;
  id: string;
  kind: "report_settled";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** Empty of a campaign */
  on: "" | "post" | "comment";
  outcome: "harmless" | "suspended" | "removed" | "over";
  /** The member runs the campaign */
  own: boolean;
  /** That post, or the one below which that comment stands; absent where it is gone */
  post_id?: string;
};
export type WordsRemovedNotice = {
  at: string;
  id: string;
  kind: "words_removed";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** Empty of a campaign */
  on: "" | "post" | "comment";
  /** That post, or the one below which that comment stands; absent where it is gone */
  post_id?: string;
  /** In the moderator's words */
  reason: string;
};
export type SecurityNotice = {
  at: string;
  id: string;
  kind: "security";
  /** It is unread, and no older than 30 days */
  new: boolean;
  /** As the account's history names it */
  what:
    | "signed_in_anew"
    | "password_changed"
    | "password_reset"
    | "session_ended"
    | "other_sessions_ended"
    | "all_sessions_ended"
    | "refresh_token_reused"
    | "sessions_revoked"
    | "provider_linked"
    | "provider_removed"
    | "passkey_added"
    | "passkey_removed"
    | "passkey_refused"
    | "second_factor_on"
    | "second_factor_off"
    | "recovery_code_used"
    | "recovery_codes_renewed"
    | "second_factor_reset"
    | "email_changed"
    | "email_change_undone"
    | "data_downloaded";
};
export type Notification =
  | GiftReceivedNotice
  | GiftCompletedNotice
  | RefundAskedNotice
  | RefundDeclinedNotice
  | PaymentProblemNotice
  | PledgeReceivedNotice
  | PledgeAnsweredNotice
  | ShiftChangedNotice
  | ShiftReminderNotice
  | CampaignNewsNotice
  | CampaignCompletedNotice
  | CampaignReviewedNotice
  | TeamNewsNotice
  | ThreadNewsNotice
  | ReportSettledNotice
  | WordsRemovedNotice
  | SecurityNotice;
export type NotificationList = {
  items: Notification[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
  /** How many are unread, and no older than 30 days; 100 are the most that are counted */
  unread: number;
};
export const {
  useChooseNotificationsMutation,
  useReadNotificationsMutation,
  useMyNotificationChoicesQuery,
  useLazyMyNotificationChoicesQuery,
  useMyNotificationsQuery,
  useLazyMyNotificationsQuery,
} = injectedRtkApi;
