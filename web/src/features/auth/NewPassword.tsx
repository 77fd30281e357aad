import { FieldContext, useWatch } from '@rc-component/form';
import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';
import { Field } from '@/ui/Form';
import { PasswordHint } from './PasswordHint';
import { PasswordInput } from './PasswordInput';
import { useRules } from './rules';

interface Props {
  /** The field's, as the server names it. */
  name: string;
  label: string;
  /** Characters it has at least; as for anyone who signs up, where it is left out. */
  min?: number;
}

/** A password that is being chosen. */
export function NewPassword({ name, label, min: least }: Props) {
  const { data: settings } = useSettingsQuery();
  const min = least ?? settings?.password_min ?? 6;
  const rules = useRules();
  return (
    <Field name={name} label={label} required rules={rules.newPassword(min)} hint={<PasswordHint name={name} min={min} />}>
      {(control) => <PasswordInput {...control} autoComplete="new-password" />}
    </Field>
  );
}

/** A password that is being chosen, and the same again in the field "again". */
export function NewPasswordTwice(props: Props) {
  const { t } = useTranslation('auth');
  const rules = useRules();
  const form = useContext(FieldContext);
  const password = useWatch(props.name) as string | undefined;
  useEffect(() => {
    // By itself the form would ask for the second before anybody came to it. What is wrong with it the field says.
    if (password && form.isFieldTouched('again')) form.validateFields(['again']).catch(() => undefined);
  }, [form, password]);
  return (
    <>
      <NewPassword {...props} />
      <Field name="again" label={t('confirmPassword')} required rules={rules.same(props.name)}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
    </>
  );
}
