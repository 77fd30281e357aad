import { Navigate, Outlet } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { PageSkeleton } from '@/ui/Skeleton';
import { Footer } from './Footer';
import { Header } from './Header';

/** What stands round pages that anyone may open: header and footer. */
export function PublicFrame() {
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

/** Round the landing page: members have a page of their own instead. */
export function VisitorsOnly() {
  const { status } = useSession();
  if (status === 'member') return <Navigate to="/my" replace />;
  return status === 'unknown' ? <PageSkeleton /> : <Outlet />;
}
