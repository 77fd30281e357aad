// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
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
    me: build.query<MeApiResponse, MeApiArg>({
      query: () => ({ url: `/api/me` }),
    }),
  }),
  overrideExisting: false,
});
export const membersApi = withRules(injectedRtkApi, {
  chooseLanguage: 'command',
  reviseProfile: 'command',
  me: { reads: {"kind":"me","topic":"me","search":[]} },
});
export type ChooseLanguageApiResponse = /** status 200 OK */ Done;
export type ChooseLanguageApiArg = {
  chooseLanguageBody: ChooseLanguageBody;
};
export type ReviseProfileApiResponse = /** status 200 OK */ Done;
export type ReviseProfileApiArg = {
  reviseProfileBody: ReviseProfileBody;
};
export type MeApiResponse = /** status 200 OK */ Me;
export type MeApiArg = void;
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
export type ChooseLanguageBody = {
  lang: "en" | "fr" | "es";
};
export type ReviseProfileBody = {
  bio?: string;
  display_name: string;
  lang: "en" | "fr" | "es";
  location?: string;
};
export type Me = {
  bio: string;
  created_at: string;
  email: string;
  id: string;
  lang: "en" | "fr" | "es";
  location: string;
  name: string;
  roles: ("moderator" | "auditor" | "administrator")[];
};
export const {
  useChooseLanguageMutation,
  useReviseProfileMutation,
  useMeQuery,
  useLazyMeQuery,
} = injectedRtkApi;
