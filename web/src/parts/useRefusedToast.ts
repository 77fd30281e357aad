import type { Problem } from '@/api/problem';
import { useProblemText } from '@/i18n/useProblemText';
import { showToast } from '@/ui/toast';

/** Says in a toast what could not be done, and why; where the session ended meanwhile, what one has to be signed in for. */
export function useRefusedToast() {
  const say = useProblemText();
  return (problem: Problem, failed: string, signedOut: { title: string; text: string }): 'handled' => {
    showToast({ tone: 'error', ...(problem.status === 401 ? signedOut : { title: failed, text: say(problem).title }) });
    return 'handled';
  };
}
