/**
 * What the server put into the page: a `<script type="application/json"
 * id="callup-data">` with the answers of the first screen, so that it shows
 * without a request.
 */
export interface Boot {
  /** Answers by endpoint (the operation id of the API document), with exactly the arguments the page's hook asks for. */
  readonly queries: ReadonlyArray<{ readonly endpoint: string; readonly args: unknown; readonly data: unknown }>;
  /** The log position the answers were read at. */
  readonly position?: string | undefined;
  /** True where the browser holds a refresh cookie, so that signed-out visitors ask for no token. */
  readonly session: boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** "campaign-supporters" is the endpoint `campaignSupporters`. */
function endpointOf(operation: string): string {
  return operation.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function readBoot(document: Document): Boot {
  const nothing: Boot = { queries: [], session: false };
  const text = document.getElementById('callup-data')?.textContent;
  if (!text) return nothing;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    console.error('the page data is not JSON; asking the server instead', error);
    return nothing;
  }
  if (!isRecord(parsed)) return nothing;
  const queries = Array.isArray(parsed.queries) ? (parsed.queries as unknown[]) : [];
  return {
    queries: queries.flatMap((query) =>
      isRecord(query) && typeof query.operation === 'string'
        ? [{ endpoint: endpointOf(query.operation), args: query.args ?? undefined, data: query.data }]
        : [],
    ),
    position: typeof parsed.position === 'string' || typeof parsed.position === 'number' ? String(parsed.position) : undefined,
    session: parsed.session === true,
  };
}
