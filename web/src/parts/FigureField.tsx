import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '@/i18n/useFigures';
import { type Control, Field } from '@/ui/Form';

interface Props {
  /** The server's name of it, so that its errors find the field. */
  name: string;
  label: ReactNode;
  /** Hours are read as "1,5", "1.5", "1h30" and "1:30"; counts are whole numbers from 1 on. */
  kind: 'hours' | 'count';
  /** What is said of an empty field; else what is said of one that can't be read. */
  missing?: string;
  /** Another input than the plain one. */
  children?: (control: Control) => ReactNode;
}

/** A number of hours or of things or people, as it is typed: what can't be read is refused, and never guessed. */
export function FigureField({ name, label, kind, missing, children }: Props) {
  const { t } = useTranslation();
  const figures = useFigures();
  const unread = t(kind === 'hours' ? 'figure.hours' : 'figure.count');
  const check = (typed: string): Promise<void> => {
    const read = kind === 'hours' ? figures.minutes(typed) : figures.whole(typed);
    if (read !== undefined && read > 0) return Promise.resolve();
    return Promise.reject(new Error(missing !== undefined && typed.trim() === '' ? missing : unread));
  };
  return (
    <Field
      name={name}
      label={label}
      required
      validateTrigger="onBlur"
      rules={[{ validator: (_, typed: string) => check(typed) }]}
    >
      {children ??
        ((control) => (
          <input
            className="input num"
            type="text"
            inputMode={kind === 'hours' ? 'decimal' : 'numeric'}
            autoComplete="off"
            {...control}
          />
        ))}
    </Field>
  );
}
