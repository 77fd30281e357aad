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

/** Bytes that one request brings: little enough that a line that breaks costs little. */
const partBytes = 2 * 1024 * 1024;

/** Milliseconds before each further try where the line broke; as many tries in a row are made. */
const waits = [1000, 2000, 4000, 8000, 16_000];

async function ask(path: string, init: RequestInit, { session, signal }: Options): Promise<Response> {
  const token = await session.token();
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  return fetch(path, { ...init, signal, headers });
}

async function refusal(answer: Response): Promise<unknown> {
  return problemFrom(answer.status, await answer.json().catch(() => undefined));
}

/** Waits, but no longer than the upload is wanted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new DOMException('the upload was ended', 'AbortError'));
    if (signal.aborted) ended();
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', ended, { once: true });
  });
}

/** Sends a file, such as a video, in parts and gives the upload's name. Where the line breaks it goes on from what had come. */
export async function sendInParts(kind: string, file: Blob, options: Options): Promise<string> {
  const made = await ask(`/api/uploads/${kind}`, { method: 'POST', headers: { 'Upload-Length': String(file.size) } }, options);
  if (!made.ok) throw await refusal(made);
  const { upload: name } = (await made.json()) as { upload: string };
  const path = `/api/uploads/${kind}/${name}`;
  let offset = 0;
  let broke = 0;
  for (;;) {
    let answer: Response | undefined;
    try {
      answer = await ask(
        path,
        // After a break, how far it has come is asked first.
        broke > 0
          ? { method: 'HEAD' }
          : {
              method: 'PATCH',
              headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/octet-stream' },
              body: file.slice(offset, offset + partBytes),
            },
        options,
      );
    } catch (error) {
      if (options.signal.aborted) throw error;
    }
    const come = answer?.headers.get('Upload-Offset');
    if (answer && !answer.ok && answer.status < 500 && !come) throw await refusal(answer);
    // Refused, though all of it had come or the part began where it should: it is no video.
    if (answer && answer.status === 422) throw await refusal(answer);
    if (!answer || answer.status >= 500) {
      const wait = waits[broke];
      if (wait === undefined) throw answer ? await refusal(answer) : noAnswer;
      broke += 1;
      await pause(wait, options.signal);
      continue;
    }
    broke = 0;
    offset = Number(come);
    options.onProgress(offset / file.size);
    if (answer.headers.get('Upload-Complete') === '?1') return name;
  }
}

/** Takes back what was uploaded and nothing shows; rejected where the server does not say so. */
export async function discard(kind: string, name: string, session: Pick<SessionKeeper, 'token'>): Promise<void> {
  const token = await session.token();
  const answer = await fetch(`/api/uploads/${kind}/${name}`, {
    method: 'DELETE',
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  });
  if (!answer.ok) throw new Error(`taking back an upload was answered ${answer.status}`);
}

/** Where a photograph that was uploaded lies, in all sizes. */
export function photoAt(name: string): string {
  return `/media/campaign-photo/${name}`;
}
