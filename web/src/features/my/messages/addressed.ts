import type { SendMessageBody, ThreadSide } from '@/api/generated/messages';

/** From whom, to whom and about what a message goes, as the server takes it. */
export type Route = Pick<SendMessageBody, 'from_kind' | 'from_id' | 'to_kind' | 'to_id' | 'about_kind' | 'about_id'>;

const kinds = ['member', 'page', 'campaign'] as const;
const subjects = ['time', 'thing', 'shift', 'gift'] as const;

function split<Kind extends string>(text: string | null, known: readonly Kind[]): { kind: Kind; id?: string } | undefined {
  const [name, id] = (text ?? '').split(':');
  const kind = known.find((one) => one === name);
  return kind && { kind, ...(id && { id }) };
}

/** Whom a link to this page has one write to; undefined where it leads to the conversations alone. */
export function routeOf(query: URLSearchParams): Route | undefined {
  const to = split(query.get('to'), kinds);
  if (!to) return undefined;
  const as = split(query.get('as'), kinds);
  const about = split(query.get('about'), subjects);
  return {
    from_kind: as?.kind ?? 'member',
    ...(as?.id && { from_id: as.id }),
    to_kind: to.kind,
    ...(to.id && { to_id: to.id }),
    ...(about && { about_kind: about.kind, ...(about.id && { about_id: about.id }) }),
  };
}

/** The route of an answer in a conversation. */
export function routeBetween(side: ThreadSide, other: ThreadSide): Route {
  return {
    from_kind: side.kind,
    ...(side.kind !== 'member' && { from_id: side.id }),
    to_kind: other.kind,
    to_id: other.id,
  };
}
