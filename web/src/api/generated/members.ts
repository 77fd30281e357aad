// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeAvatar: build.mutation<ChangeAvatarApiResponse, ChangeAvatarApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/change-avatar`,
        method: "POST",
        body: queryArg.changeAvatarBody,
      }),
    }),
    chooseLanguage: build.mutation<
      ChooseLanguageApiResponse,
      ChooseLanguageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/choose-language`,
        method: "POST",
        body: queryArg.chooseLanguageBody,
      }),
    }),
    chooseTheme: build.mutation<ChooseThemeApiResponse, ChooseThemeApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/choose-theme`,
        method: "POST",
        body: queryArg.chooseThemeBody,
      }),
    }),
    chooseTracking: build.mutation<
      ChooseTrackingApiResponse,
      ChooseTrackingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/choose-tracking`,
        method: "POST",
        body: queryArg.chooseTrackingBody,
      }),
    }),
    chooseVisibility: build.mutation<
      ChooseVisibilityApiResponse,
      ChooseVisibilityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/choose-visibility`,
        method: "POST",
        body: queryArg.chooseVisibilityBody,
      }),
    }),
    reviseProfile: build.mutation<
      ReviseProfileApiResponse,
      ReviseProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/revise-profile`,
        method: "POST",
        body: queryArg.reviseProfileBody,
      }),
    }),
    skipOnboarding: build.mutation<
      SkipOnboardingApiResponse,
      SkipOnboardingApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/skip-onboarding`,
        method: "POST",
        body: queryArg.skipOnboardingBody,
      }),
    }),
    me: build.query<MeApiResponse, MeApiArg>({
      query: () => ({ url: `/api/me` }),
    }),
    myOnboarding: build.query<MyOnboardingApiResponse, MyOnboardingApiArg>({
      query: () => ({ url: `/api/me/onboarding` }),
    }),
    downloadMyData: build.mutation<
      DownloadMyDataApiResponse,
      DownloadMyDataApiArg
    >({
      query: (queryArg) => ({
        url: `/api/my/archive`,
        method: "POST",
        body: queryArg.archiveBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const membersApi = withRules(injectedRtkApi, {
  changeAvatar: 'command',
  chooseLanguage: 'command',
  chooseTheme: 'command',
  chooseTracking: 'command',
  chooseVisibility: 'command',
  reviseProfile: 'command',
  skipOnboarding: 'command',
  me: { reads: {"kind":"me","topic":"me","search":[]} },
  myOnboarding: { reads: {"kind":"my-onboarding","topic":"me","search":[]} },
});
export type ChangeAvatarApiResponse = /** status 200 OK */ Done;
export type ChangeAvatarApiArg = {
  changeAvatarBody: ChangeAvatarBody;
};
export type ChooseLanguageApiResponse = /** status 200 OK */ Done;
export type ChooseLanguageApiArg = {
  chooseLanguageBody: ChooseLanguageBody;
};
export type ChooseThemeApiResponse = /** status 200 OK */ Done;
export type ChooseThemeApiArg = {
  chooseThemeBody: ChooseThemeBody;
};
export type ChooseTrackingApiResponse = /** status 200 OK */ Done;
export type ChooseTrackingApiArg = {
  chooseTrackingBody: ChooseTrackingBody;
};
export type ChooseVisibilityApiResponse = /** status 200 OK */ Done;
export type ChooseVisibilityApiArg = {
  chooseVisibilityBody: ChooseVisibilityBody;
};
export type ReviseProfileApiResponse = /** status 200 OK */ Done;
export type ReviseProfileApiArg = {
  reviseProfileBody: ReviseProfileBody;
};
export type SkipOnboardingApiResponse = /** status 200 OK */ Done;
export type SkipOnboardingApiArg = {
  skipOnboardingBody: SkipOnboardingBody;
};
export type MeApiResponse = /** status 200 OK */ Me;
export type MeApiArg = void;
export type MyOnboardingApiResponse = /** status 200 OK */ Onboarding;
export type MyOnboardingApiArg = void;
export type DownloadMyDataApiResponse = /** status 200 OK */ Blob;
export type DownloadMyDataApiArg = {
  archiveBody: ArchiveBody;
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
export type ChangeAvatarBody = {
  /** As the upload was answered; empty or left out shows none any more */
  upload?: string;
};
export type ChooseLanguageBody = {
  lang: "en" | "fr" | "es";
};
export type ChooseThemeBody = {
  theme: "light" | "dark" | "system";
};
export type ChooseTrackingBody = {
  /** Whether what the member presses may be counted */
  allowed: boolean;
};
export type ChooseVisibilityBody = {
  /** Without the name nobody can open the page */
  part:
    | "name"
    | "bio"
    | "location"
    | "skills"
    | "pages"
    | "campaigns"
    | "given"
    | "following"
    | "listed";
  /** To members; false: to nobody */
  shown: boolean;
};
export type ReviseProfileBody = {
  bio?: string;
  display_name?: string;
  lang: "en" | "fr" | "es";
  location?: string;
  /** In a few words each */
  skills?: string[];
};
export type SkipOnboardingBody = {
  /** false shows the first steps again */
  skipped: boolean;
};
export type Me = {
  /** Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels; empty without a picture */
  avatar: string;
  bio: string;
  created_at: string;
  email: string;
  id: string;
  lang: "en" | "fr" | "es";
  location: string;
  name: string;
  roles: ("moderator" | "auditor" | "administrator")[];
  /** The parts of their page that members see; without the name nobody can open it */
  shows: (
    | "name"
    | "bio"
    | "location"
    | "skills"
    | "pages"
    | "campaigns"
    | "given"
    | "following"
    | "listed"
  )[];
  skills: string[];
  theme?: "light" | "dark" | "system";
  /** Whether the member agrees that what they press is counted */
  tracking: boolean;
};
export type Onboarding = {
  /** The profile says who they are: it has a name and some words */
  profile: boolean;
  /** The member wants to be shown no first steps */
  skipped: boolean;
  /** They launched a campaign, or a gift of theirs was completed */
  taken_part: boolean;
};
export type ArchiveBody = {
  password: string;
};
export const {
  useChangeAvatarMutation,
  useChooseLanguageMutation,
  useChooseThemeMutation,
  useChooseTrackingMutation,
  useChooseVisibilityMutation,
  useReviseProfileMutation,
  useSkipOnboardingMutation,
  useMeQuery,
  useLazyMeQuery,
  useMyOnboardingQuery,
  useLazyMyOnboardingQuery,
  useDownloadMyDataMutation,
} = injectedRtkApi;
