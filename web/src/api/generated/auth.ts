// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    confirm: build.mutation<ConfirmApiResponse, ConfirmApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/confirm`,
        method: "POST",
        body: queryArg.confirmBody,
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
  session: { reads: true },
});
export type ConfirmApiResponse = /** status 200 OK */ SignedIn;
export type ConfirmApiArg = {
  confirmBody: ConfirmBody;
};
export type RefreshApiResponse = /** status 200 OK */ SignedIn;
export type RefreshApiArg = void;
export type ResendConfirmationApiResponse = unknown;
export type ResendConfirmationApiArg = {
  resendConfirmationBody: ResendConfirmationBody;
};
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
export type ResendConfirmationBody = {
  email: string;
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
  useConfirmMutation,
  useRefreshMutation,
  useResendConfirmationMutation,
  useSessionQuery,
  useLazySessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useSignUpMutation,
} = injectedRtkApi;
