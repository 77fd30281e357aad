import { useEffect, useRef } from 'react';
import { asProblem, noAnswer } from '@/api/problem';
import { whenReachable } from '@/api/reachable';

interface Query {
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Asks again for what could not be had once the server can be reached, and says whether that is what one waits for. */
export function useRetryWhenReachable({ error, isFetching, refetch }: Query): boolean {
  const lost = error !== undefined && asProblem(error).code === noAnswer.code;
  const waits = lost && !isFetching;
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  });
  useEffect(() => (waits ? whenReachable(() => void again.current()) : undefined), [waits]);
  return lost;
}
