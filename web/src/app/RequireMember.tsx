import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { PageSkeleton } from '@/ui/Skeleton';

/**
 * Pages that need a member stand inside this. Others go to sign-in and come
 * back; whoever signs out while here goes to the landing page.
 */
export function RequireMember() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [wasMember, setWasMember] = useState(false);
  if (session.status === 'member' && !wasMember) setWasMember(true);

  if (session.status === 'member') return <Outlet />;
  if (session.status === 'unknown') return <PageSkeleton />;
  if (wasMember && session.left) return <Navigate to="/" replace />;
  return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
}
