// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    inquiries: build.query<InquiriesApiResponse, InquiriesApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/inquiries`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          answered: queryArg.answered,
        },
      }),
    }),
    members: build.query<MembersApiResponse, MembersApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/members`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          q: queryArg.q,
        },
      }),
    }),
    grantRole: build.mutation<GrantRoleApiResponse, GrantRoleApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/grant-role`,
        method: "POST",
        body: queryArg.roleBody,
      }),
    }),
    takeRoleBack: build.mutation<TakeRoleBackApiResponse, TakeRoleBackApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/take-role-back`,
        method: "POST",
        body: queryArg.roleBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const staffApi = withRules(injectedRtkApi, {
  inquiries: { reads: {"kind":"inquiries","refetch":true,"topic":"inquiries","search":["limit","cursor","answered"]} },
  members: { reads: {"kind":"members","refetch":true,"topic":"staff","search":["limit","cursor","q"]} },
  grantRole: 'command',
  takeRoleBack: 'command',
});
export type InquiriesApiResponse = /** status 200 OK */ ListInquiry;
export type InquiriesApiArg = {
  limit?: number;
  cursor?: string;
  /** Those that were answered, in place of those that wait */
  answered?: boolean;
};
export type MembersApiResponse = /** status 200 OK */ ListMember;
export type MembersApiArg = {
  limit?: number;
  cursor?: string;
  /** A part of a name or an e-mail address; without it, the staff */
  q?: string;
};
export type GrantRoleApiResponse = /** status 200 OK */ Done;
export type GrantRoleApiArg = {
  roleBody: RoleBody;
};
export type TakeRoleBackApiResponse = /** status 200 OK */ Done;
export type TakeRoleBackApiArg = {
  roleBody: RoleBody;
};
export type Inquiry = {
  answered_at?: string;
  /** Where the answer goes; nobody has shown that it is the sender's */
  email: string;
  id: string;
  lang: "en" | "fr" | "es";
  /** Empty for who was not signed in */
  member_id: string;
  message: string;
  name: string;
  sent_at: string;
  subject: string;
};
export type ListInquiry = {
  items: Inquiry[];
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
export type Member = {
  created_at: string;
  email: string;
  id: string;
  name: string;
  roles: ("moderator" | "auditor" | "administrator")[];
};
export type ListMember = {
  items: Member[];
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
export type RoleBody = {
  member_id: string;
  role: "moderator" | "auditor" | "administrator";
  /** The reason, which is kept */
  why: string;
};
export const {
  useInquiriesQuery,
  useLazyInquiriesQuery,
  useMembersQuery,
  useLazyMembersQuery,
  useGrantRoleMutation,
  useTakeRoleBackMutation,
} = injectedRtkApi;
