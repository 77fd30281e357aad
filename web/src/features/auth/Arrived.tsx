import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { keepNext } from './next';

/** Leaves sign-in behind; where somebody was going before their confirmation mail came is used up. */
export function Arrived({ next }: { next: string | undefined }) {
  useEffect(() => keepNext(undefined), []);
  return <Navigate to={next ?? '/my'} replace />;
}
