// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    people: build.query<PeopleApiResponse, PeopleApiArg>({
      query: (queryArg) => ({
        url: `/api/people`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          q: queryArg.q,
        },
      }),
    }),
    person: build.query<PersonApiResponse, PersonApiArg>({
      query: (queryArg) => ({
        url: `/api/people/${queryArg.id}`,
        params: {
          as: queryArg["as"],
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const peopleApi = withRules(injectedRtkApi, {
  people: { reads: true },
  person: { reads: {"kind":"person","refetch":true,"topic":"person/{id}","search":["as"]} },
});
export type PeopleApiResponse = /** status 200 OK */ ListListedPerson;
export type PeopleApiArg = {
  limit?: number;
  cursor?: string;
  /** Words in name, place or skills, as far as these are shown; accents do not matter */
  q?: string;
};
export type PersonApiResponse = /** status 200 OK */ PersonProfile;
export type PersonApiArg = {
  id: string;
  /** Of one's own page: as an organizer whom one offered something sees it, not as any member does */
  as?: "" | "organizer";
};
export type ListedPerson = {
  /** Where their picture lies; empty without one */
  avatar: string;
  bio: string;
  id: string;
  joined_at: string;
  /** BCP 47 tag of their words */
  lang: string;
  location: string;
  /** Display name */
  name: string;
  skills: string[];
};
export type ListListedPerson = {
  items: ListedPerson[];
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
export type Titled = {
  category: string;
  id: string;
  /** BCP 47 tag of title */
  lang: string;
  /** Where its photograph lies; empty without one */
  photo: string;
  slug: string;
  title: string;
};
export type PersonPage = {
  followers: number;
  id: string;
  /** BCP 47 tag of the name */
  lang: string;
  /** Where its picture lies; empty without one */
  logo: string;
  name: string;
  /** They own it; false: they edit it */
  owner: boolean;
  /** A moderator has checked whom it speaks for */
  verified: boolean;
};
export type Following = {
  /** The latest first, 50 at most */
  campaigns: Titled[];
  /** By their names, 50 at most */
  pages: PersonPage[];
};
export type GivenCampaign = {
  campaign: Titled;
  /** When the last of it was confirmed or received */
  last_at: string;
  /** Confirmed */
  minutes: number;
  /** Received */
  things: number;
};
export type GivenByName = {
  /** The latest first, 50 at most */
  campaigns: GivenCampaign[];
  /** Confirmed */
  minutes: number;
  /** Received */
  things: number;
  /** How many campaigns received the things */
  things_campaigns: number;
  /** How many campaigns received the time */
  time_campaigns: number;
};
export type PersonOffer = {
  campaign: Titled;
  id: string;
  /** What it is; empty for hours */
  item: string;
  kind: "time" | "materials";
  /** BCP 47 tag of item */
  lang: string;
  /** Offered; 0 for things */
  minutes: number;
  pledged_at: string;
  /** Offered; 0 for hours */
  quantity: number;
  status:
    | "pledged"
    | "accepted"
    | "completed"
    | "no_show"
    | "received"
    | "returned"
    | "declined"
    | "withdrawn";
};
export type PersonProfile = {
  /** Where their picture lies; empty without one */
  avatar: string;
  bio: string;
  /** How many public campaigns they run and show */
  campaigns: number;
  /** Absent where they follow nothing */
  following?: Following;
  /** Time and things they gave under their name; absent without any */
  given?: GivenByName;
  /** Of one's own page: nobody else can open it */
  hidden?: boolean;
  id: string;
  joined_at: string;
  /** BCP 47 tag of their words */
  lang: string;
  location: string;
  /** Display name; empty without one */
  name: string;
  /** What they offered to campaigns that the reader runs, the latest first, 50 at most */
  offers: PersonOffer[];
  /** It is the reader's own page */
  own: boolean;
  /** That they own or edit, 50 at most */
  pages: PersonPage[];
  skills: string[];
};
export const {
  usePeopleQuery,
  useLazyPeopleQuery,
  usePersonQuery,
  useLazyPersonQuery,
} = injectedRtkApi;
