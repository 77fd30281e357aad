import { entries } from 'virtual:frame';
import { useMeQuery } from '@/api/generated/members';
import { useSession } from '@/api/SessionContext';
import { holds } from '@/parts/roles';

/** An entry of the sidebar. */
export type Entry = (typeof entries)[number];

/** The pages that the member may open, in the order of their groups. The server decides; this only hides. */
export function useEntries(): readonly Entry[] {
  const { data } = useMeQuery(undefined, { skip: useSession().status !== 'member' });
  const roles = data?.roles ?? [];
  return entries.filter(({ role }) => !role || holds(roles, role));
}
