import { useWatch } from '@rc-component/form';
import { useTranslation } from 'react-i18next';
import { Field, type FormInstance } from '@/ui/Form';
import { Choices } from './Choices';
import { GroupField } from './GroupField';
import { Optional } from './Optional';
import { namesSomeone, type Relationship, relationships, type Values } from './values';

type Answer = Relationship | '';

interface Props {
  form: FormInstance<Values>;
  /** Otherwise for whom it is stays as it is. */
  isOwner?: boolean;
}

/** The second step: the story, and for whom. */
export function StepStory({ form, isOwner = true }: Props) {
  const { t } = useTranslation('wizard');
  const lang = useWatch('lang', form);
  const relationship = useWatch('beneficiary_relationship', form) ?? '';
  const name = useWatch('beneficiary_name', form) ?? '';
  const options = [
    { value: '' as Answer, label: t('relationship.none') },
    ...relationships.map((value) => ({ value: value as Answer, label: t(`relationship.${value}`) })),
  ];
  return (
    <div className="wizard-fields">
      <Field name="story" label={t('field.story')} hint={t('field.storyHint')} required>
        {(control) => <textarea {...control} className="input" rows={14} lang={lang} />}
      </Field>
      {isOwner && (
        <GroupField<Answer> name="beneficiary_relationship" legend={<Optional>{t('field.relationship')}</Optional>}>
          {(value, onChange) => <Choices<Answer> options={options} value={value} onChange={onChange} />}
        </GroupField>
      )}
      {isOwner && relationship !== 'myself' && (
        <Field
          name="beneficiary_name"
          label={<Optional>{t('field.beneficiary')}</Optional>}
          hint={t('field.beneficiaryHint')}
        >
          {(control) => <input {...control} className="input" autoComplete="off" lang={lang} />}
        </Field>
      )}
      {isOwner && namesSomeone({ beneficiary_name: name, beneficiary_relationship: relationship }) && (
        <Field name="beneficiary_consent" label={t('field.consent')} valuePropName="checked" required>
          {(control) => <input {...control} type="checkbox" />}
        </Field>
      )}
    </div>
  );
}
