import { type ReactNode, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { authPath } from '@/api/returnPath';
import { useSession } from '@/api/SessionContext';
import { PageSkeleton } from '@/ui/Skeleton';

/**
 * Pages that need a member stand inside this. Others go to sign-in and come
 * back, those who want to begin a campaign by way of signing up; whoever signs out
 * while here goes to the landing page. `frame` stands round the page, and waits by
 * itself until it is known who looks.
 */
export function RequireMember({ frame }: { frame?: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [wasMember, setWasMember] = useState(false);
  if (session.status === 'member' && !wasMember) setWasMember(true);

  if (session.status === 'member') return frame ?? <Outlet />;
  if (session.status === 'unknown') return frame ?? <PageSkeleton />;
  if (wasMember && session.left) return <Navigate to="/" replace />;
  const newcomer = !wasMember && pathname === '/create-campaign';
  return <Navigate to={authPath(pathname + search + hash, newcomer ? 'signup' : undefined)} replace />;
}
