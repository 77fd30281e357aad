// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    acceptPageInvitation: build.mutation<
      AcceptPageInvitationApiResponse,
      AcceptPageInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/accept-page-invitation`,
        method: "POST",
        body: queryArg.pageInvitationBody,
      }),
    }),
    allowPageMoney: build.mutation<
      AllowPageMoneyApiResponse,
      AllowPageMoneyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/allow-page-money`,
        method: "POST",
        body: queryArg.allowPageMoneyBody,
      }),
    }),
    changePageLogo: build.mutation<
      ChangePageLogoApiResponse,
      ChangePageLogoApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/change-page-logo`,
        method: "POST",
        body: queryArg.changePageLogoBody,
      }),
    }),
    closePage: build.mutation<ClosePageApiResponse, ClosePageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/close-page`,
        method: "POST",
        body: queryArg.pageBody,
      }),
    }),
    createPage: build.mutation<CreatePageApiResponse, CreatePageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/create-page`,
        method: "POST",
        body: queryArg.createPageBody,
      }),
    }),
    declinePageInvitation: build.mutation<
      DeclinePageInvitationApiResponse,
      DeclinePageInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/decline-page-invitation`,
        method: "POST",
        body: queryArg.pageInvitationBody,
      }),
    }),
    followPage: build.mutation<FollowPageApiResponse, FollowPageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/follow-page`,
        method: "POST",
        body: queryArg.pageBody,
      }),
    }),
    invitePageEditor: build.mutation<
      InvitePageEditorApiResponse,
      InvitePageEditorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/invite-page-editor`,
        method: "POST",
        body: queryArg.inviteEditorBody,
      }),
    }),
    leavePage: build.mutation<LeavePageApiResponse, LeavePageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/leave-page`,
        method: "POST",
        body: queryArg.pageBody,
      }),
    }),
    removePageEditor: build.mutation<
      RemovePageEditorApiResponse,
      RemovePageEditorApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/remove-page-editor`,
        method: "POST",
        body: queryArg.pageEditorBody,
      }),
    }),
    revisePage: build.mutation<RevisePageApiResponse, RevisePageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/revise-page`,
        method: "POST",
        body: queryArg.revisePageBody,
      }),
    }),
    unfollowPage: build.mutation<UnfollowPageApiResponse, UnfollowPageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/unfollow-page`,
        method: "POST",
        body: queryArg.pageBody,
      }),
    }),
    verifyPage: build.mutation<VerifyPageApiResponse, VerifyPageApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/verify-page`,
        method: "POST",
        body: queryArg.verifyPageBody,
      }),
    }),
    withdrawPageInvitation: build.mutation<
      WithdrawPageInvitationApiResponse,
      WithdrawPageInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/withdraw-page-invitation`,
        method: "POST",
        body: queryArg.pageInvitationBody,
      }),
    }),
    myPageInvitations: build.query<
      MyPageInvitationsApiResponse,
      MyPageInvitationsApiArg
    >({
      query: () => ({ url: `/api/me/page-invitations` }),
    }),
    pages: build.query<PagesApiResponse, PagesApiArg>({
      query: (queryArg) => ({
        url: `/api/pages`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          kind: queryArg.kind,
          q: queryArg.q,
          following: queryArg.following,
        },
      }),
    }),
    page: build.query<PageApiResponse, PageApiArg>({
      query: (queryArg) => ({ url: `/api/pages/${queryArg.id}` }),
    }),
    pageEditors: build.query<PageEditorsApiResponse, PageEditorsApiArg>({
      query: (queryArg) => ({ url: `/api/pages/${queryArg.id}/editors` }),
    }),
    pageFollowers: build.query<PageFollowersApiResponse, PageFollowersApiArg>({
      query: (queryArg) => ({
        url: `/api/pages/${queryArg.id}/followers`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const pagesApi = withRules(injectedRtkApi, {
  acceptPageInvitation: 'command',
  allowPageMoney: 'command',
  changePageLogo: 'command',
  closePage: 'command',
  createPage: 'command',
  declinePageInvitation: 'command',
  followPage: 'command',
  invitePageEditor: 'command',
  leavePage: 'command',
  removePageEditor: 'command',
  revisePage: 'command',
  unfollowPage: 'command',
  verifyPage: 'command',
  withdrawPageInvitation: 'command',
  myPageInvitations: { reads: {"kind":"my-page-invitations","topic":"page-invitations","search":[]} },
  pages: { reads: true },
  page: { reads: {"kind":"page","refetch":true,"topic":"page/{id}","search":[]} },
  pageEditors: { reads: {"kind":"page-editors","topic":"page-editors/{id}","search":[]} },
  pageFollowers: { reads: {"kind":"page-followers","refetch":true,"topic":"page-followers/{id}","search":["limit","cursor"]} },
});
export type AcceptPageInvitationApiResponse = /** status 200 OK */ Done;
export type AcceptPageInvitationApiArg = {
  pageInvitationBody: PageInvitationBody;
};
export type AllowPageMoneyApiResponse = /** status 200 OK */ Done;
export type AllowPageMoneyApiArg = {
  allowPageMoneyBody: AllowPageMoneyBody;
};
export type ChangePageLogoApiResponse = /** status 200 OK */ Done;
export type ChangePageLogoApiArg = {
  changePageLogoBody: ChangePageLogoBody;
};
export type ClosePageApiResponse = /** status 200 OK */ Done;
export type ClosePageApiArg = {
  pageBody: PageBody;
};
export type CreatePageApiResponse = /** status 200 OK */ CreatePageAnswer;
export type CreatePageApiArg = {
  createPageBody: CreatePageBody;
};
export type DeclinePageInvitationApiResponse = /** status 200 OK */ Done;
export type DeclinePageInvitationApiArg = {
  pageInvitationBody: PageInvitationBody;
};
export type FollowPageApiResponse = /** status 200 OK */ Done;
export type FollowPageApiArg = {
  pageBody: PageBody;
};
export type InvitePageEditorApiResponse = /** status 200 OK */ Done;
export type InvitePageEditorApiArg = {
  inviteEditorBody: InviteEditorBody;
};
export type LeavePageApiResponse = /** status 200 OK */ Done;
export type LeavePageApiArg = {
  pageBody: PageBody;
};
export type RemovePageEditorApiResponse = /** status 200 OK */ Done;
export type RemovePageEditorApiArg = {
  pageEditorBody: PageEditorBody;
};
export type RevisePageApiResponse = /** status 200 OK */ Done;
export type RevisePageApiArg = {
  revisePageBody: RevisePageBody;
};
export type UnfollowPageApiResponse = /** status 200 OK */ Done;
export type UnfollowPageApiArg = {
  pageBody: PageBody;
};
export type VerifyPageApiResponse = /** status 200 OK */ Done;
export type VerifyPageApiArg = {
  verifyPageBody: VerifyPageBody;
};
export type WithdrawPageInvitationApiResponse = /** status 200 OK */ Done;
export type WithdrawPageInvitationApiArg = {
  pageInvitationBody: PageInvitationBody;
};
export type MyPageInvitationsApiResponse = /** status 200 OK */ PageInvitations;
export type MyPageInvitationsApiArg = void;
export type PagesApiResponse = /** status 200 OK */ PageList;
export type PagesApiArg = {
  limit?: number;
  cursor?: string;
  kind?: "company" | "community" | "nonprofit" | "startup";
  /** Words in name, description, industry or place; accents do not matter */
  q?: string;
  /** Only those that the reader follows */
  following?: boolean;
};
export type PageApiResponse = /** status 200 OK */ Page;
export type PageApiArg = {
  id: string;
};
export type PageEditorsApiResponse = /** status 200 OK */ EditorList;
export type PageEditorsApiArg = {
  id: string;
};
export type PageFollowersApiResponse = /** status 200 OK */ ListFollower;
export type PageFollowersApiArg = {
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
export type PageInvitationBody = {
  invitation_id: string;
  page_id: string;
};
export type AllowPageMoneyBody = {
  /** Whether campaigns that go in its name may collect money without a permission of their own */
  allowed: boolean;
  page_id: string;
};
export type ChangePageLogoBody = {
  page_id: string;
  /** As the upload was answered; empty or left out shows none any more */
  upload?: string;
};
export type PageBody = {
  page_id: string;
};
export type CreatePageAnswer = {
  page_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type CreatePageBody = {
  /** Up to 1000 characters, without markup */
  description?: string;
  /** Up to 60 characters */
  industry?: string;
  kind: "company" | "community" | "nonprofit" | "startup";
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Up to 100 characters */
  location?: string;
  /** Up to 80 characters */
  name: string;
  /** An address of the web, up to 200 characters; https:// where it names no scheme */
  website?: string;
};
export type InviteEditorBody = {
  /** Whoever has an account with it, or signs up with it, may accept */
  email: string;
  /** Of the mail */
  lang: "en" | "fr" | "es";
  page_id: string;
};
export type PageEditorBody = {
  member_id: string;
  page_id: string;
};
export type RevisePageBody = {
  /** When the words that it replaces were said: said_at; refused as page_changed when they changed since */
  builds_on?: string;
  /** Up to 1000 characters, without markup */
  description?: string;
  /** Up to 60 characters */
  industry?: string;
  kind: "company" | "community" | "nonprofit" | "startup";
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Up to 100 characters */
  location?: string;
  /** Up to 80 characters */
  name: string;
  page_id: string;
  /** An address of the web, up to 200 characters; https:// where it names no scheme */
  website?: string;
};
export type VerifyPageBody = {
  page_id: string;
  verified: boolean;
};
export type AskedToEdit = {
  at: string;
  invitation_id: string;
  /** Of the name */
  lang: string;
  /** Where the page's picture lies; empty without one */
  logo: string;
  /** Of the page */
  name: string;
  /** Their name */
  owner: string;
  page_id: string;
};
export type PageInvitations = {
  items: AskedToEdit[];
};
export type Page = {
  /** How many public campaigns go in its name */
  campaigns: number;
  /** Campaigns in its name may collect money without a permission of their own */
  collects: boolean;
  /** Display name of its owner */
  creator: string;
  /** Its owner; absent when they were erased */
  creator_id?: string;
  description: string;
  /** How many edit it beside its owner */
  editors: number;
  /** The reader may change it: it is their own, or they are an editor of it */
  edits: boolean;
  followers: number;
  /** The reader follows it */
  following: boolean;
  id: string;
  industry: string;
  kind: "company" | "community" | "nonprofit" | "startup";
  /** BCP 47 tag of the words */
  lang: string;
  location: string;
  /** Where its picture lies; empty without one */
  logo: string;
  name: string;
  opened_at: string;
  /** It is the reader's own */
  own: boolean;
  /** When its words changed last, to the microsecond: what a change of them builds on */
  said_at: string;
  /** When a moderator checked whom it speaks for; absent while nobody has */
  verified_at?: string;
  /** An absolute address of the web; empty without one */
  website: string;
};
export type KindCount = {
  count: number;
  kind: "company" | "community" | "nonprofit" | "startup";
};
export type PageList = {
  items: Page[];
  /** How many of each kind fit the search, whatever kind is asked for; a kind of which none does is left out */
  kinds: KindCount[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type Editor = {
  /** Where their picture lies; empty without one */
  avatar: string;
  id: string;
  /** Display name */
  name: string;
  owner: boolean;
  since: string;
};
export type PageInvitation = {
  email: string;
  id: string;
  invited_at: string;
};
export type EditorList = {
  /** The owner first */
  editors: Editor[];
  /** Those that wait for an answer; none for an editor */
  invitations: PageInvitation[];
};
export type Follower = {
  /** Where their picture lies; empty without one */
  avatar: string;
  followed_at: string;
  id: string;
  /** Display name */
  name: string;
};
export type ListFollower = {
  items: Follower[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export const {
  useAcceptPageInvitationMutation,
  useAllowPageMoneyMutation,
  useChangePageLogoMutation,
  useClosePageMutation,
  useCreatePageMutation,
  useDeclinePageInvitationMutation,
  useFollowPageMutation,
  useInvitePageEditorMutation,
  useLeavePageMutation,
  useRemovePageEditorMutation,
  useRevisePageMutation,
  useUnfollowPageMutation,
  useVerifyPageMutation,
  useWithdrawPageInvitationMutation,
  useMyPageInvitationsQuery,
  useLazyMyPageInvitationsQuery,
  usePagesQuery,
  useLazyPagesQuery,
  usePageQuery,
  useLazyPageQuery,
  usePageEditorsQuery,
  useLazyPageEditorsQuery,
  usePageFollowersQuery,
  useLazyPageFollowersQuery,
} = injectedRtkApi;
