import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeQuery } from '@/api/generated/members';
import { useWriteToSupportMutation } from '@/api/generated/support';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, type FormInstance, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';

/** Named as the server names them, so that its refusals find their field. */
interface Values {
  name: string;
  email: string;
  subject: string;
  message: string;
}

const empty: Values = { name: '', email: '', subject: '', message: '' };

/** A rule with this is asked on submitting only: leaving a field empty on the way to another one is no mistake yet. */
const onSubmit: string[] = [];

/** Fills in who a member is, where nothing was typed; gives what says so again. */
function useMemberFilled(form: FormInstance<Values>): () => void {
  const session = useSession();
  const { data } = useMeQuery(undefined, { skip: session.status !== 'member' });
  const fill = () => {
    for (const name of ['name', 'email'] as const) {
      if (data?.[name] && !form.isFieldTouched(name)) form.setFieldValue(name, data[name]);
    }
  };
  useEffect(fill, [form, data]);
  return fill;
}

/** Writes to whoever runs the installation. What was typed stays until it has arrived. */
export function ContactForm() {
  const { t } = useTranslation('contact');
  const { t: problem } = useTranslation('problems');
  const { language } = useFormat();
  const [form] = useForm<Values>();
  const fill = useMemberFilled(form);
  const [write] = useWriteToSupportMutation();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    (values: Values) => write({ writeToSupportBody: { ...values, lang: language } }).unwrap(),
    {
      onDone: () => {
        form.resetFields();
        fill();
        showToast({ title: t('sent') });
      },
    },
  );
  const required = [{ required: true, whitespace: true, message: problem('code.required'), validateTrigger: onSubmit }];
  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <Field name="name" label={t('name')} required rules={required}>
        {(control) => <input {...control} className="input" autoComplete="name" />}
      </Field>
      <Field name="email" label={t('email')} required rules={required}>
        {(control) => <input {...control} className="input" type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Field name="subject" label={t('subject')} required rules={required}>
        {(control) => <input {...control} className="input" />}
      </Field>
      <Field name="message" label={t('message')} required rules={required}>
        {(control) => <textarea {...control} className="input" rows={8} />}
      </Field>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
      <Button type="submit" size="large" block busy={busy}>
        {busy ? t('sending') : t('send')}
      </Button>
    </Form>
  );
}
