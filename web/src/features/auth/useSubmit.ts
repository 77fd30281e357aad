import { useState } from 'react';
import { asProblem, type Problem } from '@/api/problem';
import { useProblemText } from '@/i18n/useProblemText';
import { type FormInstance, setFieldErrors } from '@/ui/Form';

/** Sends a form; a refusal lands on its fields, and what fits none of them is answered as `problem`. */
export function useSubmit(form: FormInstance) {
  const say = useProblemText();
  const [problem, setProblem] = useState<Problem>();
  const submit = async (send: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      const refused = asProblem(error);
      if (refused.code === 'internal' && refused.status === 0) console.error('sending a form failed', error);
      const { fields } = say(refused);
      const left = setFieldErrors(form, fields);
      if (fields.length === 0 || left.length > 0) setProblem(refused);
    }
  };
  return { problem, submit, clear: () => setProblem(undefined) };
}
