import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Step, stepCount } from './values';

function stepFrom(text: string | null): Step {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= stepCount ? (number as Step) : 1;
}

/** In the address in place of a step: that where one stopped writing. */
export const lastStep = 'last';

/**
 * The step in the page's address, so that the browser's Back goes a step back.
 * `reached` is how far what was kept allows the first look to go; a step is gone to with the draft that it belongs to.
 */
export function useStep(reached: Step): { step: Step; goTo: (step: Step, draft?: string) => void } {
  const [params, setParams] = useSearchParams();
  const asked = stepFrom(params.get('step'));
  // The step that the page is opened at, until the address says it.
  const [opens, setOpens] = useState(() =>
    params.get('step') === lastStep || asked > reached ? reached : undefined,
  );
  if (opens === asked && params.get('step') !== lastStep) setOpens(undefined);
  useEffect(() => {
    if (opens === undefined) return;
    setParams((before) => withStep(before, opens), { replace: true });
    // Only the address the page was opened with is corrected.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return {
    step: opens ?? asked,
    goTo: (next, draft) => {
      if (next === asked) return;
      setParams((before) => {
        const after = withStep(before, next);
        if (draft) after.set('draft', draft);
        return after;
      });
    },
  };
}

function withStep(before: URLSearchParams, step: Step): URLSearchParams {
  const after = new URLSearchParams(before);
  if (step === 1) after.delete('step');
  else after.set('step', String(step));
  return after;
}
