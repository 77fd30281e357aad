import { type FormInstance, setFieldErrors } from '@/ui/Form';
import { type Command, type Options, useCommand } from './useCommand';

/**
 * A command that a form sends: what the server refuses stands on its field, and `failure` holds only what fits none.
 * It is apart from `useCommand`, so that pages without a form don't load the engine of forms.
 */
export function useFormCommand<Values, Answer>(
  form: FormInstance,
  send: (values: Values) => Promise<Answer>,
  options: Pick<Options<Answer>, 'onDone' | 'onRefused' | 'leaves'> = {},
): Command<Values> {
  const command = useCommand(send, { ...options, place: (fields) => setFieldErrors(form, fields) });
  return { ...command, failure: command.failure?.placed ? undefined : command.failure };
}
