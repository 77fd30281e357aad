import type { SessionKeeper } from '@/api/session';

/** Where a photograph that was uploaded lies, in all sizes. */
export function photoAt(upload: string): string {
  return `/media/campaign-photo/${upload}`;
}

/** Takes back what was uploaded and nothing shows; rejected where the server does not say so. */
export async function discard(kind: string, upload: string, session: Pick<SessionKeeper, 'token'>): Promise<void> {
  const token = await session.token();
  const answer = await fetch(`/api/uploads/${kind}/${upload}`, {
    method: 'DELETE',
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  });
  if (!answer.ok) throw new Error(`taking back an upload was answered ${answer.status}`);
}
