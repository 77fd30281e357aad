import { Field as FormField } from '@rc-component/form';
import { type ReactNode, useId } from 'react';
import { FieldErrors, passes } from '@/ui/Form';

interface Props<Value> {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}

const rules = [passes];

/** A question answered by several inputs together; takes the focus itself when its answer is wrong. */
export function GroupField<Value>({ name, legend, hint, children }: Props<Value>) {
  const id = useId();
  return (
    <FormField name={name} rules={rules} validateTrigger="onChange">
      {(control, meta) => {
        const { value, onChange } = control as { value: Value; onChange: (value: Value) => void };
        const wrong = meta.errors.length > 0;
        const described = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ');
        return (
          <fieldset className="field" aria-describedby={described || undefined} aria-invalid={wrong} tabIndex={-1}>
            <legend className="field-label wizard-legend">{legend}</legend>
            {hint && (
              <span className="field-hint" id={`${id}-hint`}>
                {hint}
              </span>
            )}
            {children(value, onChange)}
            <FieldErrors id={`${id}-error`} errors={meta.errors} />
          </fieldset>
        );
      }}
    </FormField>
  );
}
