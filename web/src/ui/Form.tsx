import RcForm, { Field as RcField, type FormInstance, type FormProps as RcFormProps, useForm } from '@rc-component/form';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';
import { useRoom } from './pressing';

/*
 * Forms on the engine inside antd's own Form, without its layout: public pages
 * can't afford the weight of the whole. Names, rules and instances are antd's.
 */

export { useForm, type FormInstance };

export function Form<Values>({ onFinishFailed, ...props }: RcFormProps<Values>) {
  return (
    <RcForm<Values>
      validateTrigger="onBlur"
      onFinishFailed={(failure) => {
        focusFirstFault();
        onFinishFailed?.(failure);
      }}
      {...props}
    />
  );
}

/**
 * Moves to the first wrong field once its error is painted, which a busy machine does some frames later; what it is folded
 * away in is opened. It lets be whoever has gone on to another field meanwhile.
 */
export function focusFirstFault(): void {
  const before = document.activeElement;
  const until = performance.now() + 1000;
  const look = () => {
    if (document.activeElement !== before && document.activeElement !== document.body) return;
    const fault = document.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!fault) {
      if (performance.now() < until) requestAnimationFrame(look);
      return;
    }
    const fold = fault.closest('details');
    if (fold) fold.open = true;
    fault.focus();
  };
  requestAnimationFrame(look);
}

/** What a field hands to its input: spread it. */
export interface Control {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
  [name: string]: unknown;
}

type Rule = NonNullable<Parameters<typeof RcField>[0]['rules']>[number];

interface FieldProps {
  name: string | Array<string | number>;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  /** Each rule carries its own translated message. */
  rules?: Rule[];
  /** "checked" for check boxes, which stand before their label. */
  valuePropName?: string;
  /** When the rules are tried that don't say so themselves. */
  validateTrigger?: 'onBlur' | Array<'onBlur' | 'onChange'>;
  dependencies?: string[];
  children: (control: Control) => ReactNode;
}

const none: Rule[] = [];
const always: Array<'onBlur' | 'onChange'> = ['onBlur', 'onChange'];

/** Holds always. The engine forgets a field's error on a change only where it tries a rule. */
export const passes = { validator: () => Promise.resolve(), validateTrigger: 'onChange' } satisfies Rule;

function timed(rules: Rule[], trigger: string | string[]): Rule[] {
  return [
    ...rules.map((rule) => (typeof rule === 'function' ? rule : Object.assign({ validateTrigger: trigger }, rule))),
    passes,
  ];
}

/**
 * A label, an input, a hint, and what is wrong with it, tied together. What is
 * wrong, by a rule or by the server's word, stays until the value changes.
 */
export function Field({
  name,
  label,
  hint,
  required,
  rules = none,
  valuePropName = 'value',
  validateTrigger = always,
  dependencies,
  children,
}: FieldProps) {
  const id = useId();
  return (
    <RcField
      name={name}
      rules={timed(rules, validateTrigger)}
      {...(dependencies && { dependencies })}
      valuePropName={valuePropName}
      validateTrigger={always}
      validateFirst
    >
      {(control, meta) => {
        const wrong = meta.errors.length > 0;
        const described = [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ');
        const { onBlur, ...rest } = control as Record<string, unknown>;
        const input = children({
          ...rest,
          // Leaving a field says nothing new about a value that is known to be wrong.
          onBlur: wrong ? undefined : onBlur,
          id,
          'aria-invalid': wrong,
          'aria-describedby': described || undefined,
          'aria-required': required || undefined,
        });
        const box = valuePropName === 'checked';
        return (
          <div className="field">
            {box ? (
              <label className="check" htmlFor={id}>
                {input}
                <span>{label}</span>
              </label>
            ) : (
              <>
                <label className="field-label" htmlFor={id}>
                  {label}
                </label>
                {input}
              </>
            )}
            {hint && (
              <span className="field-hint" id={`${id}-hint`}>
                {hint}
              </span>
            )}
            <FieldErrors id={`${id}-error`} errors={meta.errors} />
          </div>
        );
      }}
    </RcField>
  );
}

/** What is wrong with a field, beside it. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] }) {
  return errors.length === 0 ? null : <FieldError id={id} text={errors.join(' ')} />;
}

function FieldError({ id, text }: { id: string; text: string }) {
  const hasRoom = useRoom();
  return (
    <span className="field-error" id={id} role="alert" hidden={!hasRoom}>
      <Icon name="warning" size={16} />
      {text}
    </span>
  );
}

/** Puts each translated server error on its field and focuses the first; answers those that fit no field. */
export function setFieldErrors(
  form: FormInstance,
  errors: ReadonlyArray<{ readonly field: string; readonly text: string }>,
): string[] {
  const known = new Set(Object.keys(form.getFieldsValue(true) as Record<string, unknown>));
  const left: string[] = [];
  for (const { field, text } of errors) {
    const path = field.split(/[.[\]]+/).filter(Boolean).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    if (!known.has(String(path[0]))) {
      left.push(text);
      continue;
    }
    form.setFields([{ name: path, errors: [text] }]);
  }
  if (left.length < errors.length) focusFirstFault();
  return left;
}
