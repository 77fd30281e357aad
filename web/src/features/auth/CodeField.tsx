import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@/ui/Form';
import { useRules } from './rules';

/** A code of the app, or a recovery code, which has letters: hence no keyboard of digits alone. */
export function CodeField({ hint, focused = false }: { hint: string; focused?: boolean }) {
  const { t } = useTranslation('auth');
  const rules = useRules();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) frame.current?.querySelector('input')?.focus();
  }, [focused]);
  return (
    <div ref={frame}>
      <Field name="code" label={t('factor.code')} hint={hint} required rules={rules.required}>
        {(control) => (
          <input
            {...control}
            className="input"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        )}
      </Field>
    </div>
  );
}
