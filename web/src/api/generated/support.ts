// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    markInquiryAnswered: build.mutation<
      MarkInquiryAnsweredApiResponse,
      MarkInquiryAnsweredApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/mark-inquiry-answered`,
        method: "POST",
        body: queryArg.inquiryBody,
      }),
    }),
    writeToSupport: build.mutation<
      WriteToSupportApiResponse,
      WriteToSupportApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/write-to-support`,
        method: "POST",
        body: queryArg.writeToSupportBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export const supportApi = withRules(injectedRtkApi, {
  markInquiryAnswered: 'command',
  writeToSupport: 'command',
});
export type MarkInquiryAnsweredApiResponse = /** status 200 OK */ Done;
export type MarkInquiryAnsweredApiArg = {
  inquiryBody: InquiryBody;
};
export type WriteToSupportApiResponse = /** status 200 OK */ Done;
export type WriteToSupportApiArg = {
  writeToSupportBody: WriteToSupportBody;
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
export type InquiryBody = {
  inquiry_id: string;
};
export type WriteToSupportBody = {
  /** Where the answer goes */
  email: string;
  /** The language to be answered in */
  lang: "en" | "fr" | "es";
  message: string;
  name: string;
  subject: string;
};
export const { useMarkInquiryAnsweredMutation, useWriteToSupportMutation } =
  injectedRtkApi;
