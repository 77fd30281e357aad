import { useWatch } from '@rc-component/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '@/api/generated/members';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, type FormInstance, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { useReviseProfileMutation } from './shown';
import { Skills } from './Skills';

/** Characters, as the server counts them. */
const limits = { name: 120, place: 120, bio: 500, skill: 40 };

/** Named as the server names them, so that its refusals find their field. */
interface Values {
  display_name: string;
  location: string;
  bio: string;
  skills: readonly string[];
}

/** Characters as people count them, without the spaces around them. */
function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}

function Counter({ form }: { form: FormInstance<Values> }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const values = { shown: format.count(lengthOf(useWatch('bio', form) ?? '')), max: format.count(limits.bio) };
  return (
    <span className="num">
      <span aria-hidden="true">{t('counter', values)}</span>
      <span className="sr">{t('left', values)}</span>
    </span>
  );
}

/** What members say of themselves, to be changed. `onClose` leaves it, with everything as it is saved. */
export function ProfileForm({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const { t: problem } = useTranslation('problems');
  const [form] = useForm<Values>();
  const [revise] = useReviseProfileMutation();
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  const { run, busy, failure, clear } = useFormCommand(
    form,
    (values: Values) => {
      const given = {
        display_name: values.display_name.trim(),
        location: values.location.trim(),
        bio: values.bio.trim(),
        skills: [...values.skills],
      };
      return revise({ reviseProfileBody: { ...given, lang: me.lang } }).unwrap();
    },
    {
      onDone: () => {
        showToast({ title: t('saved') });
        onClose();
      },
    },
  );
  const atMost = (max: number) => ({
    validator: (_: unknown, value: string) =>
      lengthOf(value) <= max ? Promise.resolve() : Promise.reject(new Error(problem('code.too_long_max', { max }))),
  });
  const short = {
    validator: (_: unknown, skills: readonly string[]) =>
      skills.every((skill) => lengthOf(skill) <= limits.skill)
        ? Promise.resolve()
        : Promise.reject(new Error(problem('code.too_long_max', { max: limits.skill }))),
  };

  return (
    <Form<Values>
      form={form}
      className="stack profile-form"
      initialValues={{ display_name: me.name, location: me.location, bio: me.bio, skills: me.skills }}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <div ref={fields} className="profile-pair">
        <Field name="display_name" label={t('name')} rules={[atMost(limits.name)]}>
          {(control) => <input {...control} className="input" autoComplete="name" />}
        </Field>
        <Field name="location" label={t('place')} rules={[atMost(limits.place)]}>
          {(control) => <input {...control} className="input" autoComplete="address-level2" />}
        </Field>
      </div>
      <Field
        name="bio"
        label={t('bio')}
        rules={[{ ...atMost(limits.bio), validateTrigger: 'onChange' }]}
        hint={<Counter form={form} />}
      >
        {(control) => <textarea {...control} className="input" rows={5} />}
      </Field>
      <Field name="skills" label={t('skills.label')} rules={[{ ...short, validateTrigger: 'onChange' }]} hint={t('skills.hint')}>
        {(control) => <Skills {...control} />}
      </Field>
      {failure && (
        <FailureNotice title={t('notSaved')}>
          <p>{t('notSavedAdvice', { reason: failure.title })}</p>
        </FailureNotice>
      )}
      <div className="row">
        <Button type="submit" busy={busy}>
          {busy ? t('saving') : t('save')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  );
}
