// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    followCampaign: build.mutation<
      FollowCampaignApiResponse,
      FollowCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/follow-campaign`,
        method: "POST",
        body: queryArg.followBody,
      }),
    }),
    unfollowCampaign: build.mutation<
      UnfollowCampaignApiResponse,
      UnfollowCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/unfollow-campaign`,
        method: "POST",
        body: queryArg.followBody,
      }),
    }),
    myFollowed: build.query<MyFollowedApiResponse, MyFollowedApiArg>({
      query: (queryArg) => ({
        url: `/api/me/followed`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          campaign: queryArg.campaign,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const followsApi = withRules(injectedRtkApi, {
  followCampaign: 'command',
  unfollowCampaign: 'command',
  myFollowed: { reads: {"kind":"my-followed","refetch":true,"topic":"followed","search":["limit","cursor","campaign"]} },
});
export type FollowCampaignApiResponse = /** status 200 OK */ Done;
export type FollowCampaignApiArg = {
  followBody: FollowBody;
};
export type UnfollowCampaignApiResponse = /** status 200 OK */ Done;
export type UnfollowCampaignApiArg = {
  followBody: FollowBody;
};
export type MyFollowedApiResponse = /** status 200 OK */ ListFollowedCampaign;
export type MyFollowedApiArg = {
  limit?: number;
  cursor?: string;
  /** Only this one: whether it is followed */
  campaign?: string;
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
export type FollowBody = {
  campaign_id: string;
};
export type FollowedCampaign = {
  category: string;
  followed_at: string;
  id: string;
  /** BCP 47 tag of title */
  lang: string;
  /** Where its photograph lies; empty without one */
  photo: string;
  slug: string;
  status: string;
  /** Empty where its words were erased, or it is shown to nobody */
  title: string;
};
export type ListFollowedCampaign = {
  items: FollowedCampaign[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export const {
  useFollowCampaignMutation,
  useUnfollowCampaignMutation,
  useMyFollowedQuery,
  useLazyMyFollowedQuery,
} = injectedRtkApi;
