// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/add-passkey`,
        method: "POST",
        body: queryArg.addPasskeyBody,
      }),
    }),
    beginFactor: build.mutation<BeginFactorApiResponse, BeginFactorApiArg>({
      query: () => ({ url: `/api/auth/begin-factor`, method: "POST" }),
    }),
    beginPasskey: build.mutation<BeginPasskeyApiResponse, BeginPasskeyApiArg>({
      query: () => ({ url: `/api/auth/begin-passkey`, method: "POST" }),
    }),
    beginPasskeySignIn: build.mutation<
      BeginPasskeySignInApiResponse,
      BeginPasskeySignInApiArg
    >({
      query: () => ({ url: `/api/auth/begin-passkey-sign-in`, method: "POST" }),
    }),
    beginProof: build.mutation<BeginProofApiResponse, BeginProofApiArg>({
      query: () => ({ url: `/api/auth/begin-proof`, method: "POST" }),
    }),
    cancelEmailChange: build.mutation<
      CancelEmailChangeApiResponse,
      CancelEmailChangeApiArg
    >({
      query: () => ({ url: `/api/auth/cancel-email-change`, method: "POST" }),
    }),
    changeEmail: build.mutation<ChangeEmailApiResponse, ChangeEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/change-email`,
        method: "POST",
        body: queryArg.changeEmailBody,
      }),
    }),
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
    chooseEmail: build.mutation<ChooseEmailApiResponse, ChooseEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/choose-email`,
        method: "POST",
        body: queryArg.chooseEmailBody,
      }),
    }),
    confirm: build.mutation<ConfirmApiResponse, ConfirmApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/confirm`,
        method: "POST",
        body: queryArg.confirmBody,
      }),
    }),
    confirmEmail: build.mutation<ConfirmEmailApiResponse, ConfirmEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/confirm-email`,
        method: "POST",
        body: queryArg.emailLinkBody,
      }),
    }),
    deleteAccount: build.mutation<
      DeleteAccountApiResponse,
      DeleteAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/delete-account`,
        method: "POST",
        body: queryArg.deleteAccountBody,
      }),
    }),
    endAllSessions: build.mutation<
      EndAllSessionsApiResponse,
      EndAllSessionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/end-all-sessions`,
        method: "POST",
        body: queryArg.emailLinkBody,
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
    providerHeld: build.query<ProviderHeldApiResponse, ProviderHeldApiArg>({
      query: () => ({ url: `/api/auth/held` }),
    }),
    linkProvider: build.mutation<LinkProviderApiResponse, LinkProviderApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/link-provider`,
        method: "POST",
        body: queryArg.linkProviderBody,
      }),
    }),
    passkeySignIn: build.mutation<
      PasskeySignInApiResponse,
      PasskeySignInApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/passkey-sign-in`,
        method: "POST",
        body: queryArg.passkeySignInBody,
      }),
    }),
    prove: build.mutation<ProveApiResponse, ProveApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/prove`,
        method: "POST",
        body: queryArg.proveBody,
      }),
    }),
    refresh: build.mutation<RefreshApiResponse, RefreshApiArg>({
      query: () => ({ url: `/api/auth/refresh`, method: "POST" }),
    }),
    removePasskey: build.mutation<
      RemovePasskeyApiResponse,
      RemovePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/remove-passkey`,
        method: "POST",
        body: queryArg.removePasskeyBody,
      }),
    }),
    renamePasskey: build.mutation<
      RenamePasskeyApiResponse,
      RenamePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/rename-passkey`,
        method: "POST",
        body: queryArg.renamePasskeyBody,
      }),
    }),
    renewRecoveryCodes: build.mutation<
      RenewRecoveryCodesApiResponse,
      RenewRecoveryCodesApiArg
    >({
      query: () => ({ url: `/api/auth/renew-recovery-codes`, method: "POST" }),
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
    resendEmailChange: build.mutation<
      ResendEmailChangeApiResponse,
      ResendEmailChangeApiArg
    >({
      query: () => ({ url: `/api/auth/resend-email-change`, method: "POST" }),
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
    secondStep: build.mutation<SecondStepApiResponse, SecondStepApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/second-step`,
        method: "POST",
        body: queryArg.secondStepBody,
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
    stopEmailChange: build.mutation<
      StopEmailChangeApiResponse,
      StopEmailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/stop-email-change`,
        method: "POST",
        body: queryArg.emailLinkBody,
      }),
    }),
    turnFactorOff: build.mutation<
      TurnFactorOffApiResponse,
      TurnFactorOffApiArg
    >({
      query: () => ({ url: `/api/auth/turn-factor-off`, method: "POST" }),
    }),
    turnFactorOn: build.mutation<TurnFactorOnApiResponse, TurnFactorOnApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/turn-factor-on`,
        method: "POST",
        body: queryArg.turnFactorOnBody,
      }),
    }),
    unlinkProvider: build.mutation<
      UnlinkProviderApiResponse,
      UnlinkProviderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/unlink-provider`,
        method: "POST",
        body: queryArg.unlinkProviderBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const authApi = withRules(injectedRtkApi, {
  providerHeld: { reads: true },
  security: { reads: true },
  session: { reads: true },
});
export type AddPasskeyApiResponse = unknown;
export type AddPasskeyApiArg = {
  addPasskeyBody: AddPasskeyBody;
};
export type BeginFactorApiResponse = /** status 200 OK */ NewFactorAnswer;
export type BeginFactorApiArg = void;
export type BeginPasskeyApiResponse = /** status 200 OK */ PasskeyOptionsAnswer;
export type BeginPasskeyApiArg = void;
export type BeginPasskeySignInApiResponse =
  /** status 200 OK */ PasskeyOptionsAnswer;
export type BeginPasskeySignInApiArg = void;
export type BeginProofApiResponse = /** status 200 OK */ PasskeyOptionsAnswer;
export type BeginProofApiArg = void;
export type CancelEmailChangeApiResponse = unknown;
export type CancelEmailChangeApiArg = void;
export type ChangeEmailApiResponse = unknown;
export type ChangeEmailApiArg = {
  changeEmailBody: ChangeEmailBody;
};
export type ChangePasswordApiResponse = unknown;
export type ChangePasswordApiArg = {
  changePasswordBody: ChangePasswordBody;
};
export type ChooseEmailApiResponse = unknown;
export type ChooseEmailApiArg = {
  chooseEmailBody: ChooseEmailBody;
};
export type ConfirmApiResponse = /** status 200 OK */ SignedIn;
export type ConfirmApiArg = {
  confirmBody: ConfirmBody;
};
export type ConfirmEmailApiResponse = unknown;
export type ConfirmEmailApiArg = {
  emailLinkBody: EmailLinkBody;
};
export type DeleteAccountApiResponse = /** status 200 OK */ DeletionAnswer;
export type DeleteAccountApiArg = {
  deleteAccountBody: DeleteAccountBody;
};
export type EndAllSessionsApiResponse = unknown;
export type EndAllSessionsApiArg = {
  emailLinkBody: EmailLinkBody;
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
export type ProviderHeldApiResponse = /** status 200 OK */ HeldAnswer;
export type ProviderHeldApiArg = void;
export type LinkProviderApiResponse = /** status 200 OK */ LinkProviderAnswer;
export type LinkProviderApiArg = {
  linkProviderBody: LinkProviderBody;
};
export type PasskeySignInApiResponse = /** status 200 OK */ SignedIn;
export type PasskeySignInApiArg = {
  passkeySignInBody: PasskeySignInBody;
};
export type ProveApiResponse = /** status 200 OK */ SignedIn;
export type ProveApiArg = {
  proveBody: ProveBody;
};
export type RefreshApiResponse = /** status 200 OK */ SignedIn;
export type RefreshApiArg = void;
export type RemovePasskeyApiResponse = unknown;
export type RemovePasskeyApiArg = {
  removePasskeyBody: RemovePasskeyBody;
};
export type RenamePasskeyApiResponse = unknown;
export type RenamePasskeyApiArg = {
  renamePasskeyBody: RenamePasskeyBody;
};
export type RenewRecoveryCodesApiResponse =
  /** status 200 OK */ RecoveryCodesAnswer;
export type RenewRecoveryCodesApiArg = void;
export type ResendConfirmationApiResponse = unknown;
export type ResendConfirmationApiArg = {
  resendConfirmationBody: ResendConfirmationBody;
};
export type ResendEmailChangeApiResponse = unknown;
export type ResendEmailChangeApiArg = void;
export type ResetPasswordApiResponse = /** status 200 OK */ SignedIn;
export type ResetPasswordApiArg = {
  resetPasswordBody: ResetPasswordBody;
};
export type SecondStepApiResponse = /** status 200 OK */ SignedIn;
export type SecondStepApiArg = {
  secondStepBody: SecondStepBody;
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
export type StopEmailChangeApiResponse = /** status 200 OK */ StoppedAnswer;
export type StopEmailChangeApiArg = {
  emailLinkBody: EmailLinkBody;
};
export type TurnFactorOffApiResponse = unknown;
export type TurnFactorOffApiArg = void;
export type TurnFactorOnApiResponse = /** status 200 OK */ RecoveryCodesAnswer;
export type TurnFactorOnApiArg = {
  turnFactorOnBody: TurnFactorOnBody;
};
export type UnlinkProviderApiResponse = unknown;
export type UnlinkProviderApiArg = {
  unlinkProviderBody: UnlinkProviderBody;
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
export type AddPasskeyBody = {
  /** RegistrationResponseJSON of WebAuthn level 3 */
  credential: string;
  /** At most 60 characters */
  name: string;
};
export type NewFactorAnswer = {
  /** The QR code, as the path of an SVG */
  qr: string;
  /** Of that SVG's view box, with the quiet zone */
  qr_side: number;
  /** To type into the app, in base32 */
  secret: string;
  /** What the QR code says: opens the app on the device that has it */
  uri: string;
};
export type PasskeyOptionsAnswer = {
  /** JSON that the browser's PublicKeyCredential reads */
  options: string;
};
export type ChangeEmailBody = {
  email: string;
};
export type ChangePasswordBody = {
  new_password: string;
};
export type ChooseEmailBody = {
  email: string;
  token: string;
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
export type EmailLinkBody = {
  token: string;
};
export type DeletionAnswer = {
  /** Until then signing in offers to undo it */
  due_at: string;
};
export type DeleteAccountBody = {
  password: string;
};
export type EndSessionBody = {
  session_id: string;
};
export type ForgotPasswordBody = {
  email: string;
};
export type HeldAnswer = {
  /** Empty where the provider told none */
  email: string;
  /** Empty where the provider told none */
  name: string;
  /** Absent: nothing is held of any */
  provider?: "google" | "facebook" | "linkedin" | "microsoft" | "discord";
};
export type LinkProviderAnswer = {
  /** Of the provider, which hands the browser back to /my/settings */
  address: string;
};
export type LinkProviderBody = {
  provider: string;
};
export type PasskeySignInBody = {
  /** AuthenticationResponseJSON of WebAuthn level 3 */
  credential: string;
  /** Who deletes their account keeps it: without this they are refused with account_leaving */
  keep?: boolean;
  /** The account that the browser holds of a provider opens this one from now on */
  link_provider?: boolean;
};
export type ProveBody = {
  /** Of the second factor: the app's, or a recovery code */
  code?: string;
  /** The answer to begin-proof: AuthenticationResponseJSON of WebAuthn level 3 */
  credential?: string;
  /** Where the account has neither a second factor nor a passkey */
  password?: string;
};
export type RemovePasskeyBody = {
  id: string;
};
export type RenamePasskeyBody = {
  id: string;
  /** At most 60 characters */
  name: string;
};
export type RecoveryCodesAnswer = {
  /** Each works once */
  recovery_codes: string[];
};
export type ResendConfirmationBody = {
  email: string;
};
export type ResetPasswordBody = {
  password: string;
  token: string;
};
export type SecondStepBody = {
  /** From the args of second_step_needed */
  challenge: string;
  /** Of the app, or a recovery code */
  code: string;
  /** Whether the account held of a provider opens this one from now on */
  link_provider?: boolean;
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
    | "all_sessions_ended"
    | "refresh_token_reused"
    | "data_downloaded"
    | "deletion_requested"
    | "deletion_undone"
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
    | "email_change_requested"
    | "email_changed"
    | "email_change_stopped"
    | "email_change_undone"
    | "sessions_revoked";
};
export type IdentityView = {
  /** As the provider told it when it was linked; empty where it told none */
  email: string;
  id: string;
  linked_at: string;
  provider: "google" | "facebook" | "linkedin" | "microsoft" | "discord";
};
export type PasskeyView = {
  created_at: string;
  id: string;
  name: string;
  /** Whether it was on more than one device, at its last use */
  synced: boolean;
  /** Absent: never */
  used_at?: string;
};
export type PasskeysView = {
  /** The oldest first */
  all: PasskeyView[];
  /** Whether browsers offer passkeys at the address of this installation */
  offered: boolean;
};
export type PendingView = {
  email: string;
  /** Until when the link in the newest mail works */
  expires_at: string;
};
export type FactorView = {
  recovery_codes_left: number;
  /** When it was switched on; absent: it is off */
  since?: string;
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
  /** For how long a member who deletes their account can undo it */
  deletion_days: number;
  email: string;
  /** Whether there is one: whoever came by a provider has none at first */
  has_password: boolean;
  /** The newest first, at most 100 */
  history: HappeningView[];
  /** What opens the account besides the password, the oldest first */
  identities: IdentityView[];
  passkeys: PasskeysView;
  /** Absent: never since the sign-up */
  password_changed_at?: string;
  /** The least number of characters of a new password */
  password_min: number;
  /** The address that waits for its confirmation */
  pending_email?: PendingView;
  second_factor: FactorView;
  /** The last one used first */
  sessions: SessionView[];
};
export type SessionAnswer = {
  member: Who;
  session_id: string;
};
export type SignInBody = {
  email: string;
  /** Who deletes their account keeps it: without this they are refused with account_leaving */
  keep?: boolean;
  /** The account that the browser holds of a provider opens this one from now on */
  link_provider?: boolean;
  password: string;
};
export type SignUpBody = {
  email: string;
  /** Empty with link_provider: as the provider calls them */
  full_name: string;
  /** Of the mails; en when absent */
  lang?: "en" | "fr" | "es";
  /** The account that the browser holds of a provider opens this one, once it is confirmed */
  link_provider?: boolean;
  password: string;
  /** Agreement to /terms and /privacy; recorded with their version and the time */
  terms_accepted: boolean;
};
export type StoppedAnswer = {
  /** undone: set a new password; needs_address: choose-email comes next */
  became: "stopped" | "undone" | "needs_address";
};
export type TurnFactorOnBody = {
  code: string;
};
export type UnlinkProviderBody = {
  id: string;
};
export const {
  useAddPasskeyMutation,
  useBeginFactorMutation,
  useBeginPasskeyMutation,
  useBeginPasskeySignInMutation,
  useBeginProofMutation,
  useCancelEmailChangeMutation,
  useChangeEmailMutation,
  useChangePasswordMutation,
  useChooseEmailMutation,
  useConfirmMutation,
  useConfirmEmailMutation,
  useDeleteAccountMutation,
  useEndAllSessionsMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useForgotPasswordMutation,
  useProviderHeldQuery,
  useLazyProviderHeldQuery,
  useLinkProviderMutation,
  usePasskeySignInMutation,
  useProveMutation,
  useRefreshMutation,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
  useRenewRecoveryCodesMutation,
  useResendConfirmationMutation,
  useResendEmailChangeMutation,
  useResetPasswordMutation,
  useSecondStepMutation,
  useSecurityQuery,
  useLazySecurityQuery,
  useSessionQuery,
  useLazySessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useSignUpMutation,
  useStopEmailChangeMutation,
  useTurnFactorOffMutation,
  useTurnFactorOnMutation,
  useUnlinkProviderMutation,
} = injectedRtkApi;
