/** An answer that says no, as `application/problem+json` writes it, or the lack of an answer. */
export interface Problem {
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Stable snake_case code; its text is in a `problems.*.json`, see `scripts/problems.ts`. */
  readonly code: string;
  /** Values its text may name, such as a limit. */
  readonly args: ProblemArgs;
  /** One entry for each field that is wrong. */
  readonly errors: readonly FieldProblem[];
  /** What to name when asking for help. */
  readonly requestId?: string | undefined;
}

export type ProblemArgs = Readonly<Record<string, unknown>>;

export interface FieldProblem {
  /** As named in the request: `goal_amount`, `needs[0].item`. */
  readonly field: string;
  readonly code: string;
  readonly args: ProblemArgs;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const codes: Record<number, string> = {
  401: 'sign_in_required',
  403: 'forbidden',
  404: 'not_found',
  410: 'gone',
  413: 'too_large',
  429: 'too_many_requests',
};

function argsOf(value: unknown): ProblemArgs {
  return isRecord(value) ? value : {};
}

/** Reads an error answer; whatever shape it has, the result has a code. */
export function problemFrom(status: number, body: unknown): Problem {
  const fallback = codes[status] ?? (status >= 500 ? 'internal' : 'invalid_request');
  if (!isRecord(body)) return { status, code: fallback, args: {}, errors: [] };
  const errors = Array.isArray(body.errors) ? (body.errors as unknown[]) : [];
  return {
    status,
    code: typeof body.code === 'string' && body.code !== '' ? body.code : fallback,
    args: argsOf(body.args),
    errors: errors.flatMap((entry) =>
      isRecord(entry) && typeof entry.field === 'string' && typeof entry.code === 'string'
        ? [{ field: entry.field, code: entry.code, args: argsOf(entry.args) }]
        : [],
    ),
    requestId: typeof body.request_id === 'string' ? body.request_id : undefined,
  };
}

/** No answer came: the device is offline, or the server could not be reached. */
export const noAnswer: Problem = { status: 0, code: 'no_answer', args: {}, errors: [] };

/** What a failed hook or an unwrapped command threw, as a problem. */
export function asProblem(error: unknown): Problem {
  if (isRecord(error) && typeof error.status === 'number' && typeof error.code === 'string' && Array.isArray(error.errors)) {
    return error as unknown as Problem;
  }
  // What is under way is ended by one thing alone: the session ended, and what was seen with it is forgotten.
  if (isRecord(error) && error.name === 'AbortError') return problemFrom(401, undefined);
  return { status: 0, code: 'internal', args: {}, errors: [] };
}
