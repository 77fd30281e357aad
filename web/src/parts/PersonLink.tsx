import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '@/api/SessionContext';

interface Props {
  /** The member; undefined for whoever is none, left, or gave no name. */
  id: string | undefined;
  /** Their name. */
  children: ReactNode;
}

/** The name of a person, which leads members to the person's page. */
export function PersonLink({ id, children }: Props) {
  const signedIn = useSession().status === 'member';
  if (!id || !signedIn) return children;
  return (
    <Link className="named" to={`/my/user/${id}`}>
      {children}
    </Link>
  );
}
