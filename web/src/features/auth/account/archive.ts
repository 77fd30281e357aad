import { baseApi } from '@/api/baseApi';
import type { DownloadMyDataApiArg } from '@/api/generated/members';

export { useDownloadMyDataMutation } from '@/api/generated/members';

/** A file that the browser holds. */
export interface Held {
  /** Leads to it until it is revoked. */
  url: string;
  name: string;
}

async function take(response: Response): Promise<unknown> {
  if (!response.ok) return response.json();
  const [, name = 'callup.zip'] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { url: URL.createObjectURL(await response.blob()), name };
}

interface Endpoint {
  query?: (arg: DownloadMyDataApiArg) => unknown;
}

function takeFile(endpoint: Endpoint) {
  endpoint.query = ({ archiveBody: body }) => ({ url: '/api/my/archive', method: 'POST', body, responseHandler: take });
}

// The archive is no JSON, for which the store takes every answer. It keeps where the browser holds it: a `Held`.
const operation: string = 'downloadMyData';
baseApi.enhanceEndpoints({ endpoints: { [operation]: takeFile } });
