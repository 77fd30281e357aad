// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    blockMember: build.mutation<BlockMemberApiResponse, BlockMemberApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/block-member`,
        method: "POST",
        body: queryArg.blockBody,
      }),
    }),
    unblockMember: build.mutation<
      UnblockMemberApiResponse,
      UnblockMemberApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/unblock-member`,
        method: "POST",
        body: queryArg.blockBody,
      }),
    }),
    myBlocks: build.query<MyBlocksApiResponse, MyBlocksApiArg>({
      query: (queryArg) => ({
        url: `/api/me/blocks`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const blocksApi = withRules(injectedRtkApi, {
  blockMember: 'command',
  unblockMember: 'command',
  myBlocks: { reads: {"kind":"my-blocks","refetch":true,"topic":"blocks","search":["limit","cursor"]} },
});
export type BlockMemberApiResponse = /** status 200 OK */ Done;
export type BlockMemberApiArg = {
  blockBody: BlockBody;
};
export type UnblockMemberApiResponse = /** status 200 OK */ Done;
export type UnblockMemberApiArg = {
  blockBody: BlockBody;
};
export type MyBlocksApiResponse = /** status 200 OK */ ListBlockedMember;
export type MyBlocksApiArg = {
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
export type BlockBody = {
  member_id: string;
};
export type BlockedMember = {
  /** Where their picture lies; empty without one */
  avatar: string;
  blocked_at: string;
  id: string;
  /** Display name */
  name: string;
};
export type ListBlockedMember = {
  items: BlockedMember[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export const {
  useBlockMemberMutation,
  useUnblockMemberMutation,
  useMyBlocksQuery,
  useLazyMyBlocksQuery,
} = injectedRtkApi;
