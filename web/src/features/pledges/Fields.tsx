import { useTranslation } from 'react-i18next';
import { Field } from '@/ui/Form';
import { Select } from '@/ui/Select';

const conditions = ['new', 'excellent', 'good', 'fair', 'poor'] as const;

/** The most characters the server takes. */
const mostWords = 500;

export function WordsField({ name, label, required }: { name: string; label: string; required?: boolean }) {
  return (
    <Field name={name} label={label} {...(required && { required })}>
      {(control) => <textarea className="input" rows={2} maxLength={mostWords} {...control} />}
    </Field>
  );
}

export function ConditionField() {
  const { t } = useTranslation('pledges');
  return (
    <Field name="condition" label={t('inbox.condition')}>
      {(control) => (
        <Select {...control}>
          {conditions.map((one) => (
            <option key={one} value={one}>
              {t(`in.${one}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
