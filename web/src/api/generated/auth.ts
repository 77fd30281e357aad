// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/change-password`,
        method: "POST",
        body: queryArg.changePasswordBody,
      }),
    }),
    confirm: build.mutation<ConfirmApiResponse, ConfirmApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/confirm`,
        method: "POST",
        body: queryArg.confirmBody,
      }),
    }),
    endOtherSessions: build.mutation<
      EndOtherSessionsApiResponse,
      EndOtherSessionsApiArg
    >({
      query: () => ({ url: `/api/auth/end-other-sessions`, method: "POST" }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/end-session`,
        method: "POST",
        body: queryArg.endSessionBody,
      }),
    }),
    forgotPassword: build.mutation<
      ForgotPasswordApiResponse,
      ForgotPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/forgot-password`,
        method: "POST",
        body: queryArg.forgotPasswordBody,
      }),
    }),
    refresh: build.mutation<RefreshApiResponse, RefreshApiArg>({
      query: () => ({ url: `/api/auth/refresh`, method: "POST" }),
    }),
    resendConfirmation: build.mutation<
      ResendConfirmationApiResponse,
      ResendConfirmationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/resend-confirmation`,
        method: "POST",
        body: queryArg.resendConfirmationBody,
      }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/reset-password`,
        method: "POST",
        body: queryArg.resetPasswordBody,
      }),
    }),
    security: build.query<SecurityApiResponse, SecurityApiArg>({
      query: () => ({ url: `/api/auth/security` }),
    }),
    session: build.query<SessionApiResponse, SessionApiArg>({
      query: () => ({ url: `/api/auth/session` }),
    }),
    signIn: build.mutation<SignInApiResponse, SignInApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/sign-in`,
        method: "POST",
        body: queryArg.signInBody,
      }),
    }),
    signOut: build.mutation<SignOutApiResponse, SignOutApiArg>({
      query: () => ({ url: `/api/auth/sign-out`, method: "POST" }),
    }),
    signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/sign-up`,
        method: "POST",
        body: queryArg.signUpBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const authApi = withRules(injectedRtkApi, {
  security: { reads: true },
  session: { reads: true },
});
export type ChangePasswordApiResponse = unknown;
export type ChangePasswordApiArg = {
  changePasswordBody: ChangePasswordBody;
};
export type ConfirmApiResponse = /** status 200 OK */ SignedIn;
export type ConfirmApiArg = {
  confirmBody: ConfirmBody;
};
export type EndOtherSessionsApiResponse = unknown;
export type EndOtherSessionsApiArg = void;
export type EndSessionApiResponse = unknown;
export type EndSessionApiArg = {
  endSessionBody: EndSessionBody;
};
export type ForgotPasswordApiResponse = unknown;
export type ForgotPasswordApiArg = {
  forgotPasswordBody: ForgotPasswordBody;
};
export type RefreshApiResponse = /** status 200 OK */ SignedIn;
export type RefreshApiArg = void;
export type ResendConfirmationApiResponse = unknown;
export type ResendConfirmationApiArg = {
  resendConfirmationBody: ResendConfirmationBody;
};
export type ResetPasswordApiResponse = /** status 200 OK */ SignedIn;
export type ResetPasswordApiArg = {
  resetPasswordBody: ResetPasswordBody;
};
export type SecurityApiResponse = /** status 200 OK */ SecurityAnswer;
export type SecurityApiArg = void;
export type SessionApiResponse = /** status 200 OK */ SessionAnswer;
export type SessionApiArg = void;
export type SignInApiResponse = /** status 200 OK */ SignedIn;
export type SignInApiArg = {
  signInBody: SignInBody;
};
export type SignOutApiResponse = unknown;
export type SignOutApiArg = void;
export type SignUpApiResponse = unknown;
export type SignUpApiArg = {
  signUpBody: SignUpBody;
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
export type ChangePasswordBody = {
  current_password: string;
  new_password: string;
};
export type Who = {
  /** The member */
  id: string;
  roles: ("moderator" | "auditor" | "administrator")[];
};
export type SignedIn = {
  /** Send it as Authorization: Bearer; keep it in memory only */
  access_token: string;
  /** Seconds until access_token expires; refresh before */
  expires_in: number;
  member: Who;
};
export type ConfirmBody = {
  /** Password is a new one, and the fields below stand instead of the sign-up's */
  anew?: boolean;
  full_name?: string;
  /** Of the mails; that of the sign-up when absent */
  lang?: "en" | "fr" | "es";
  password: string;
  /** Agreement to /terms and /privacy; recorded with their version and the time */
  terms_accepted?: boolean;
  token: string;
};
export type EndSessionBody = {
  session_id: string;
};
export type ForgotPasswordBody = {
  email: string;
};
export type ResendConfirmationBody = {
  email: string;
};
export type ResetPasswordBody = {
  password: string;
  token: string;
};
export type Device = {
  /** Of the network it came from; empty when it is not known */
  address: string;
  /** Its name; absent when it is not known */
  browser?: string;
  kind: "computer" | "phone" | "tablet" | "other";
  /** Of the device; absent when it is not known */
  system?: string;
};
export type HappeningView = {
  at: string;
  /** In which the member did it; absent when it was none of theirs */
  device?: Device;
  kind:
    | "signed_up"
    | "confirmed"
    | "signed_in_anew"
    | "password_changed"
    | "password_reset"
    | "session_ended"
    | "other_sessions_ended"
    | "refresh_token_reused"
    | "data_downloaded"
    | "sessions_revoked";
};
export type SessionView = {
  created_at: string;
  /** Whether it is the one that asks */
  current: boolean;
  device: Device;
  id: string;
  /** About when it was last used: up to ten minutes more */
  used_at: string;
};
export type SecurityAnswer = {
  confirmed_at?: string;
  email: string;
  /** The newest first, at most 100 */
  history: HappeningView[];
  /** Absent: never since the sign-up */
  password_changed_at?: string;
  /** The least number of characters of a new password */
  password_min: number;
  /** The last one used first */
  sessions: SessionView[];
};
export type SessionAnswer = {
  member: Who;
  session_id: string;
};
export type SignInBody = {
  email: string;
  password: string;
};
export type SignUpBody = {
  email: string;
  full_name: string;
  /** Of the mails; en when absent */
  lang?: "en" | "fr" | "es";
  password: string;
  /** Agreement to /terms and /privacy; recorded with their version and the time */
  terms_accepted: boolean;
};
export const {
  useChangePasswordMutation,
  useConfirmMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useForgotPasswordMutation,
  useRefreshMutation,
  useResendConfirmationMutation,
  useResetPasswordMutation,
  useSecurityQuery,
  useLazySecurityQuery,
  useSessionQuery,
  useLazySessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useSignUpMutation,
} = injectedRtkApi;
