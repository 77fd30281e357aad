import { noAnswer, problemFrom } from '@/api/problem';
import type { SessionKeeper } from '@/api/session';

/** Bytes that one request brings: little enough that a line that breaks costs little. */
const partBytes = 2 * 1024 * 1024;

/** Milliseconds before each further try where the line broke; as many tries in a row are made. */
const waits = [1000, 2000, 4000, 8000, 16_000];

interface Options {
  readonly session: Pick<SessionKeeper, 'token'>;
  readonly signal: AbortSignal;
  /** Hears how much has been sent, from 0 to 1. */
  readonly onProgress: (sent: number) => void;
}

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

/** Sends a video in parts and gives the upload's name. Where the line breaks it goes on from what had come. */
export async function sendVideo(kind: string, file: Blob, options: Options): Promise<string> {
  const made = await ask(`/api/uploads/${kind}`, { method: 'POST', headers: { 'Upload-Length': String(file.size) } }, options);
  if (!made.ok) throw await refusal(made);
  const { upload } = (await made.json()) as { upload: string };
  const path = `/api/uploads/${kind}/${upload}`;
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
    if (answer.headers.get('Upload-Complete') === '?1') return upload;
  }
}
