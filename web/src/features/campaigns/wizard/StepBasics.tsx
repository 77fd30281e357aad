import { useWatch } from '@rc-component/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';
import { categories, useCategoryName } from '@/ui/category';
import { Field, type FormInstance } from '@/ui/Form';
import { Select } from '@/ui/Select';
import { Choices } from './Choices';
import { GroupField } from './GroupField';
import { Optional } from './Optional';
import { lengthOf, limits, type Values } from './values';

function Counter({ form }: { form: FormInstance<Values> }) {
  const { t } = useTranslation('wizard');
  const length = lengthOf(useWatch('description', form) ?? '');
  return <span className="num">{t('field.counter', { length, max: limits.description })}</span>;
}

interface Props {
  form: FormInstance<Values>;
  underTitle?: ReactNode;
  /** The choice in whose name it goes. */
  inName?: ReactNode;
}

/** The first step: what stands on the card. */
export function StepBasics({ form, underTitle, inName }: Props) {
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const categoryName = useCategoryName();
  const lang = useWatch('lang', form);
  const options = categories
    .map((value) => ({ value, label: categoryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <div className="wizard-fields">
      <Field name="title" label={t('field.title')} hint={t('field.titleHint')} required>
        {(control) => <input {...control} className="input" autoComplete="off" lang={lang} />}
      </Field>
      {underTitle}
      <Field name="description" label={t('field.description')} hint={<Counter form={form} />} required>
        {(control) => <textarea {...control} className="input" rows={3} lang={lang} />}
      </Field>
      <GroupField<string> name="category" legend={t('field.category')}>
        {(value, onChange) => <Choices<string> options={options} value={value} onChange={onChange} />}
      </GroupField>
      <div className="wizard-pair">
        <Field name="location" label={<Optional>{t('field.location')}</Optional>} hint={t('field.locationHint')}>
          {(control) => <input {...control} className="input" autoComplete="address-level2" lang={lang} />}
        </Field>
        <Field name="lang" label={t('field.lang')}>
          {(control) => (
            <Select {...control}>
              {languages.map((language) => (
                <option key={language} value={language} lang={language}>
                  {languageNames[language]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {inName}
    </div>
  );
}
