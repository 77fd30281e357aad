import { useRef, useState } from 'react';
import type { Problem } from '@/api/problem';
import { useCommand } from './useCommand';

/** Something that one may wish otherwise before it is done. */
export interface Wish<Value> {
  /** What was wished last while it is under way: it is shown as if it were so. */
  readonly wished: Value | undefined;
  readonly wish: (value: Value) => void;
}

/**
 * Sends what is wished. What is wished while that is under way is sent after its answer, the last wish alone, so that the
 * server ends with what the person wants. Only what became of the last is told: `onRefused` hears which it was.
 */
export function useWish<Value extends string | boolean>(
  send: (value: Value) => Promise<unknown>,
  onRefused: (problem: Problem, value: Value) => 'handled',
): Wish<Value> {
  const [wished, show] = useState<Value>();
  const last = useRef<Value>(undefined);
  const { run, busy } = useCommand(
    async (first: Value) => {
      let next: Value | undefined = first;
      let sent = first;
      let fault: { error: unknown } | undefined;
      // Refused or not, what is wished meanwhile goes next.
      while (next !== undefined) {
        sent = next;
        fault = await send(sent).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        next = last.current === sent ? undefined : last.current;
      }
      if (fault) throw fault.error;
    },
    { onRefused: (problem) => (last.current === undefined ? undefined : onRefused(problem, last.current)) },
  );
  const wish = (value: Value) => {
    last.current = value;
    show(value);
    void run(value);
  };
  return { wished: busy ? wished : undefined, wish };
}
