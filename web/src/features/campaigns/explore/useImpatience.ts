import { useEffect, useState } from 'react';

/** Milliseconds an answer may take before grey cards take the place of the last ones. */
const patience = 250;

/** Whether something has been waited for too long to leave the old in its place. */
export function useImpatience(waiting: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLong(true), patience);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting]);
  return waiting && long;
}
