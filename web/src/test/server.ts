import { vi } from 'vitest';

/** What a test's server answers with: a body, a problem with its status, or nothing ever. */
export type Answer = { readonly status?: number; readonly body: unknown; readonly position?: string } | 'never';

/** A request that the app sent. */
export interface Sent {
  readonly path: string;
  readonly body: unknown;
  /** The idempotency key of a command. */
  readonly key: string | null;
}

/**
 * Answers the app's requests by their path, such as "/api/settings", or by path and search; several answers of one
 * are given in turn, and the last again and again. A path that is not named answers 404. Gives what was sent.
 */
export function serve(answers: Readonly<Record<string, Answer | readonly Answer[]>>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname + search in answers ? pathname + search : pathname;
    const earlier = sent.filter((one) => one.path === path).length;
    const text = await request.text();
    sent.push({ path, body: text ? (JSON.parse(text) as unknown) : undefined, key: request.headers.get('Idempotency-Key') });
    const known = answers[path] ?? { status: 404, body: { code: 'not_found' } };
    const all: readonly Answer[] = Array.isArray(known) ? (known as readonly Answer[]) : [known as Answer];
    const answer = all[Math.min(earlier, all.length - 1)] ?? 'never';
    if (answer === 'never') return new Promise<Response>(() => undefined);
    const headers = answer.position ? { 'Callup-Position': answer.position } : undefined;
    return Response.json(answer.body, { status: answer.status ?? 200, ...(headers && { headers }) });
  });
  return sent;
}
