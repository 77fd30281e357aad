// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    campaignTeam: build.query<CampaignTeamApiResponse, CampaignTeamApiArg>({
      query: (queryArg) => ({ url: `/api/campaigns/${queryArg.id}/team` }),
    }),
    acceptHandOver: build.mutation<
      AcceptHandOverApiResponse,
      AcceptHandOverApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/accept-hand-over`,
        method: "POST",
        body: queryArg.teamBody,
      }),
    }),
    acceptInvitation: build.mutation<
      AcceptInvitationApiResponse,
      AcceptInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/accept-invitation`,
        method: "POST",
        body: queryArg.invitationBody,
      }),
    }),
    declineHandOver: build.mutation<
      DeclineHandOverApiResponse,
      DeclineHandOverApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/decline-hand-over`,
        method: "POST",
        body: queryArg.teamBody,
      }),
    }),
    declineInvitation: build.mutation<
      DeclineInvitationApiResponse,
      DeclineInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/decline-invitation`,
        method: "POST",
        body: queryArg.invitationBody,
      }),
    }),
    inviteCoOrganizer: build.mutation<
      InviteCoOrganizerApiResponse,
      InviteCoOrganizerApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/invite-co-organizer`,
        method: "POST",
        body: queryArg.inviteBody,
      }),
    }),
    leaveTeam: build.mutation<LeaveTeamApiResponse, LeaveTeamApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/leave-team`,
        method: "POST",
        body: queryArg.teamBody,
      }),
    }),
    offerHandOver: build.mutation<
      OfferHandOverApiResponse,
      OfferHandOverApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/offer-hand-over`,
        method: "POST",
        body: queryArg.teamMemberBody,
      }),
    }),
    removeCoOrganizer: build.mutation<
      RemoveCoOrganizerApiResponse,
      RemoveCoOrganizerApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/remove-co-organizer`,
        method: "POST",
        body: queryArg.teamMemberBody,
      }),
    }),
    withdrawHandOver: build.mutation<
      WithdrawHandOverApiResponse,
      WithdrawHandOverApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/withdraw-hand-over`,
        method: "POST",
        body: queryArg.teamBody,
      }),
    }),
    withdrawInvitation: build.mutation<
      WithdrawInvitationApiResponse,
      WithdrawInvitationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/withdraw-invitation`,
        method: "POST",
        body: queryArg.invitationBody,
      }),
    }),
    myInvitations: build.query<MyInvitationsApiResponse, MyInvitationsApiArg>({
      query: () => ({ url: `/api/me/invitations` }),
    }),
  }),
  overrideExisting: false,
});
export const teamApi = withRules(injectedRtkApi, {
  campaignTeam: { reads: {"kind":"campaign-team","topic":"campaign-team/{id}","search":[]} },
  acceptHandOver: 'command',
  acceptInvitation: 'command',
  declineHandOver: 'command',
  declineInvitation: 'command',
  inviteCoOrganizer: 'command',
  leaveTeam: 'command',
  offerHandOver: 'command',
  removeCoOrganizer: 'command',
  withdrawHandOver: 'command',
  withdrawInvitation: 'command',
  myInvitations: { reads: {"kind":"my-invitations","topic":"invitations","search":[]} },
});
export type CampaignTeamApiResponse = /** status 200 OK */ Team;
export type CampaignTeamApiArg = {
  id: string;
};
export type AcceptHandOverApiResponse = /** status 200 OK */ Done;
export type AcceptHandOverApiArg = {
  teamBody: TeamBody;
};
export type AcceptInvitationApiResponse = /** status 200 OK */ Done;
export type AcceptInvitationApiArg = {
  invitationBody: InvitationBody;
};
export type DeclineHandOverApiResponse = /** status 200 OK */ Done;
export type DeclineHandOverApiArg = {
  teamBody: TeamBody;
};
export type DeclineInvitationApiResponse = /** status 200 OK */ Done;
export type DeclineInvitationApiArg = {
  invitationBody: InvitationBody;
};
export type InviteCoOrganizerApiResponse = /** status 200 OK */ Done;
export type InviteCoOrganizerApiArg = {
  inviteBody: InviteBody;
};
export type LeaveTeamApiResponse = /** status 200 OK */ Done;
export type LeaveTeamApiArg = {
  teamBody: TeamBody;
};
export type OfferHandOverApiResponse = /** status 200 OK */ Done;
export type OfferHandOverApiArg = {
  teamMemberBody: TeamMemberBody;
};
export type RemoveCoOrganizerApiResponse = /** status 200 OK */ Done;
export type RemoveCoOrganizerApiArg = {
  teamMemberBody: TeamMemberBody;
};
export type WithdrawHandOverApiResponse = /** status 200 OK */ Done;
export type WithdrawHandOverApiArg = {
  teamBody: TeamBody;
};
export type WithdrawInvitationApiResponse = /** status 200 OK */ Done;
export type WithdrawInvitationApiArg = {
  invitationBody: InvitationBody;
};
export type MyInvitationsApiResponse = /** status 200 OK */ Invitations;
export type MyInvitationsApiArg = void;
export type OpenInvitation = {
  /** Empty for everybody but the owner */
  email: string;
  id: string;
  invited_at: string;
};
export type Runner = {
  /** Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels; absent without a picture */
  avatar?: string;
  /** The member; absent for guests and anonymous people */
  id?: string;
  /** Display name; empty when there is none to show */
  name: string;
  /** When the owner offered the campaign to them; left out where they did not */
  offered_at?: string;
  owner: boolean;
  since: string;
};
export type Team = {
  /** Those that wait for an answer; none for a co-organizer */
  invitations: OpenInvitation[];
  /** The owner first */
  members: Runner[];
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
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type TeamBody = {
  campaign_id: string;
};
export type InvitationBody = {
  campaign_id: string;
  invitation_id: string;
};
export type InviteBody = {
  campaign_id: string;
  /** Whoever has an account with it, or signs up with it, may accept */
  email: string;
  /** Of the mail */
  lang: "en" | "fr" | "es";
};
export type TeamMemberBody = {
  campaign_id: string;
  member_id: string;
};
export type Invited = {
  at: string;
  campaign_id: string;
  campaign_lang: string;
  campaign_title: string;
  /** Zero where the campaign is offered to a co-organizer */
  invitation_id: string;
  /** Their name */
  owner: string;
};
export type Invitations = {
  items: Invited[];
};
export const {
  useCampaignTeamQuery,
  useLazyCampaignTeamQuery,
  useAcceptHandOverMutation,
  useAcceptInvitationMutation,
  useDeclineHandOverMutation,
  useDeclineInvitationMutation,
  useInviteCoOrganizerMutation,
  useLeaveTeamMutation,
  useOfferHandOverMutation,
  useRemoveCoOrganizerMutation,
  useWithdrawHandOverMutation,
  useWithdrawInvitationMutation,
  useMyInvitationsQuery,
  useLazyMyInvitationsQuery,
} = injectedRtkApi;
