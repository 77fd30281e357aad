// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    answerMessageRequest: build.mutation<
      AnswerMessageRequestApiResponse,
      AnswerMessageRequestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/answer-message-request`,
        method: "POST",
        body: queryArg.answerRequestBody,
      }),
    }),
    chooseMessageWriters: build.mutation<
      ChooseMessageWritersApiResponse,
      ChooseMessageWritersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/choose-message-writers`,
        method: "POST",
        body: queryArg.chooseWritersBody,
      }),
    }),
    muteThread: build.mutation<MuteThreadApiResponse, MuteThreadApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/mute-thread`,
        method: "POST",
        body: queryArg.muteThreadBody,
      }),
    }),
    readThread: build.mutation<ReadThreadApiResponse, ReadThreadApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/read-thread`,
        method: "POST",
        body: queryArg.readThreadBody,
      }),
    }),
    sendMessage: build.mutation<SendMessageApiResponse, SendMessageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/send-message`,
        method: "POST",
        body: queryArg.sendMessageBody,
      }),
    }),
    myMessageCounts: build.query<
      MyMessageCountsApiResponse,
      MyMessageCountsApiArg
    >({
      query: () => ({ url: `/api/me/message-counts` }),
    }),
    myMessageWriters: build.query<
      MyMessageWritersApiResponse,
      MyMessageWritersApiArg
    >({
      query: () => ({ url: `/api/me/message-writers` }),
    }),
    myThreads: build.query<MyThreadsApiResponse, MyThreadsApiArg>({
      query: (queryArg) => ({
        url: `/api/me/threads`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          show: queryArg.show,
        },
      }),
    }),
    thread: build.query<ThreadApiResponse, ThreadApiArg>({
      query: (queryArg) => ({
        url: `/api/threads/${queryArg.id}`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const messagesApi = withRules(injectedRtkApi, {
  answerMessageRequest: 'command',
  chooseMessageWriters: 'command',
  muteThread: 'command',
  readThread: 'command',
  sendMessage: 'command',
  myMessageCounts: { reads: {"kind":"my-message-counts","refetch":true,"topic":"messages","search":[]} },
  myMessageWriters: { reads: true },
  myThreads: { reads: {"kind":"my-threads","refetch":true,"topic":"messages","search":["limit","cursor","show"]} },
  thread: { reads: true },
});
export type AnswerMessageRequestApiResponse = /** status 200 OK */ Done;
export type AnswerMessageRequestApiArg = {
  answerRequestBody: AnswerRequestBody;
};
export type ChooseMessageWritersApiResponse = /** status 200 OK */ Done;
export type ChooseMessageWritersApiArg = {
  chooseWritersBody: ChooseWritersBody;
};
export type MuteThreadApiResponse = /** status 200 OK */ Done;
export type MuteThreadApiArg = {
  muteThreadBody: MuteThreadBody;
};
export type ReadThreadApiResponse = /** status 200 OK */ Done;
export type ReadThreadApiArg = {
  readThreadBody: ReadThreadBody;
};
export type SendMessageApiResponse = /** status 200 OK */ SendMessageAnswer;
export type SendMessageApiArg = {
  sendMessageBody: SendMessageBody;
};
export type MyMessageCountsApiResponse = /** status 200 OK */ MessageTotals;
export type MyMessageCountsApiArg = void;
export type MyMessageWritersApiResponse = /** status 200 OK */ MessageWriters;
export type MyMessageWritersApiArg = void;
export type MyThreadsApiResponse = /** status 200 OK */ ListThreadSummary;
export type MyThreadsApiArg = {
  limit?: number;
  cursor?: string;
  /** Requests are in a list of their own */
  show?: "all" | "unread" | "requests";
};
export type ThreadApiResponse = /** status 200 OK */ Thread;
export type ThreadApiArg = {
  id: string;
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
export type AnswerRequestBody = {
  accept: boolean;
  /** The member, page or campaign */
  side_id: string;
  thread_id: string;
};
export type ChooseWritersBody = {
  /** Givers: members they gave to, or who gave to them, by name */
  who: "everybody" | "givers" | "nobody";
};
export type MuteThreadBody = {
  /** What is to hold */
  muted: boolean;
  /** The member, page or campaign */
  side_id: string;
  thread_id: string;
};
export type ReadThreadBody = {
  /** The member, page or campaign */
  side_id: string;
  thread_id: string;
  /** The number of a message */
  up_to: number;
};
export type SendMessageAnswer = {
  message_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
  thread_id: string;
};
export type SendMessageBody = {
  /** Absent for a gift */
  about_id?: string;
  /** What somebody offered, joined or gave */
  about_kind?: "time" | "thing" | "shift" | "gift";
  /** The page or campaign; absent for oneself */
  from_id?: string;
  /** As whom: oneself, a page that one edits, a campaign that one runs */
  from_kind: "member" | "page" | "campaign";
  /** Of the text */
  lang: "en" | "fr" | "es";
  /** Up to 4000 characters, without markup */
  text: string;
  /** Absent where what the message is about says who it is */
  to_id?: string;
  to_kind: "member" | "page" | "campaign";
};
export type MessageTotals = {
  /** 100 at most */
  requests: number;
  /** Conversations with unread messages, without muted ones and requests; 100 at most */
  unread: number;
};
export type MessageWriters = {
  /** Givers: members they gave to, or who gave to them, by name */
  who: "everybody" | "givers" | "nobody";
};
export type ThreadAbout = {
  /** Absent for a gift */
  id?: string;
  kind: "time" | "thing" | "shift" | "gift";
};
export type ThreadSide = {
  /** Where the picture of a member or a page lies; empty without one */
  avatar: string;
  id: string;
  kind: "member" | "page" | "campaign";
  /** BCP 47 tag of a page's name or a campaign's title; empty of a member's name */
  lang: string;
  /** Of the member or page, or the campaign's title; empty where a member has left */
  name: string;
  /** Of a campaign that the reader may look at; else empty */
  slug: string;
};
export type ThreadSummary = {
  about?: ThreadAbout;
  /** The reader's side wrote, or accepted the request */
  accepted: boolean;
  /** When it was written */
  at: string;
  /** The other person has left: nobody writes any more */
  closed: boolean;
  id: string;
  /** BCP 47 tag of the text */
  lang: string;
  muted: boolean;
  other: ThreadSide;
  /** The reader's side wrote it */
  own: boolean;
  /** The number of the message up to which the reader's side read */
  read_to: number;
  /** A stranger's first messages, which are neither accepted nor declined */
  request: boolean;
  /** And the other side, as far as the reader may know */
  seen_to: number;
  /** For whom the reader reads and writes: themselves, a page or a campaign */
  side: ThreadSide;
  /** The beginning of the last message; empty where it was deleted */
  text: string;
  /** Messages */
  unread: number;
};
export type ListThreadSummary = {
  items: ThreadSummary[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type ThreadMessage = {
  at: string;
  /** Display name of who wrote it; empty where they left, or a page speaks */
  author: string;
  id: string;
  /** BCP 47 tag of the text */
  lang: string;
  /** Within the conversation, from 1 */
  number: number;
  /** The reader's side wrote it */
  own: boolean;
  /** Without markup; empty where it was deleted */
  text: string;
};
export type ListThreadMessage = {
  items: ThreadMessage[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Thread = {
  about?: ThreadAbout;
  /** The reader's side wrote, or accepted the request */
  accepted: boolean;
  /** When it was written */
  at: string;
  /** The other person has left: nobody writes any more */
  closed: boolean;
  id: string;
  /** BCP 47 tag of the text */
  lang: string;
  messages: ListThreadMessage;
  muted: boolean;
  other: ThreadSide;
  /** The reader's side wrote it */
  own: boolean;
  /** The number of the message up to which the reader's side read */
  read_to: number;
  /** A stranger's first messages, which are neither accepted nor declined */
  request: boolean;
  /** And the other side, as far as the reader may know */
  seen_to: number;
  /** For whom the reader reads and writes: themselves, a page or a campaign */
  side: ThreadSide;
  /** The beginning of the last message; empty where it was deleted */
  text: string;
  /** Messages */
  unread: number;
};
export const {
  useAnswerMessageRequestMutation,
  useChooseMessageWritersMutation,
  useMuteThreadMutation,
  useReadThreadMutation,
  useSendMessageMutation,
  useMyMessageCountsQuery,
  useLazyMyMessageCountsQuery,
  useMyMessageWritersQuery,
  useLazyMyMessageWritersQuery,
  useMyThreadsQuery,
  useLazyMyThreadsQuery,
  useThreadQuery,
  useLazyThreadQuery,
} = injectedRtkApi;
