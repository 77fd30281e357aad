import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { keepNext, takeOffers } from './next';

/** Leaves sign-in behind; where somebody was going before their confirmation mail came is used up. */
export function Arrived({ next }: { next: string | undefined }) {
  // Before the page is shown that goes on with them.
  useState(takeOffers);
  useEffect(() => keepNext(undefined), []);
  return <Navigate to={next ?? '/my'} replace />;
}
