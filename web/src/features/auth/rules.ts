import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormInstance } from '@/ui/Form';

/** A rule with this is asked on submitting only: leaving a field empty on the way to another one is no mistake yet. */
const onSubmit: string[] = [];

/** Whether a text has the form of an e-mail address; the server looks closer. */
function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
}

/** Characters as people count them, and as the server does. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The rules of the forms here, each with its own message. */
export function useRules() {
  const { t } = useTranslation('auth');
  const { t: problem } = useTranslation('problems');
  return useMemo(() => {
    const given = { required: true, message: problem('code.required'), validateTrigger: onSubmit };
    const required = { ...given, whitespace: true };
    const check = (isRight: (value: string) => boolean, message: string, validateTrigger: string | string[]) => ({
      validateTrigger,
      validator: (_: unknown, value: string | undefined) =>
        !value || isRight(value) ? Promise.resolve() : Promise.reject(new Error(message)),
    });
    return {
      required: [required],
      email: [required, check(looksLikeEmail, problem('code.malformed_email'), 'onBlur')],
      password: [given],
      newPassword: (min: number) => [
        given,
        check((value) => lengthOf(value) >= min, problem('code.password_too_short_min', { min }), 'onBlur'),
      ],
      same: (name: string) => [
        given,
        ({ getFieldValue }: Pick<FormInstance, 'getFieldValue'>) =>
          check((value) => value === getFieldValue(name), t('mismatch'), 'onBlur'),
      ],
      agreed: [
        {
          validateTrigger: onSubmit,
          validator: (_: unknown, value: boolean | undefined) =>
            value ? Promise.resolve() : Promise.reject(new Error(problem('code.terms_required'))),
        },
      ],
    };
  }, [t, problem]);
}
