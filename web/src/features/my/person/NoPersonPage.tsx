import { Navigate } from 'react-router';

/** Nobody is named in the address: everybody is to be found in the community. */
export function NoPersonPage() {
  return <Navigate to="/my/explore" replace />;
}
