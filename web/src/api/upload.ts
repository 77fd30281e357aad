import { noAnswer, problemFrom } from './problem';
import type { SessionKeeper } from './session';

interface Options {
  readonly session: Pick<SessionKeeper, 'token' | 'renew'>;
  /** Ends it: the promise is then rejected with an AbortError. */
  readonly signal: AbortSignal;
  /** Hears how much has been sent, from 0 to 1. */
  readonly onProgress: (sent: number) => void;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The body of an answer, as far as it is JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends once. What fetch can't tell: how much is on its way. */
function send(path: string, file: Blob, token: string | undefined, { signal, onProgress }: Options): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('Content-Type', file.type);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: read(request.responseText) });
    request.onerror = () => reject(noAnswer);
    request.ontimeout = () => reject(noAnswer);
    request.onabort = () => reject(new DOMException('the upload was ended', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    if (signal.aborted) reject(new DOMException('the upload was ended', 'AbortError'));
    else request.send(file);
  });
}

/** Uploads a file of a kind, such as "avatar", and gives the upload's name. It is rejected with a problem, or an AbortError. */
export async function upload(kind: string, file: Blob, options: Options): Promise<string> {
  const path = `/api/uploads/${kind}`;
  const token = await options.session.token().catch(() => Promise.reject(noAnswer));
  let answer = await send(path, file, token, options);
  if (answer.status === 401 && token) {
    const renewed = await options.session.renew(token).catch(() => undefined);
    if (renewed) answer = await send(path, file, renewed, options);
  }
  const { upload: name } = (answer.body ?? {}) as { upload?: unknown };
  if (answer.status === 201 && typeof name === 'string') return name;
  throw problemFrom(answer.status, answer.body);
}
