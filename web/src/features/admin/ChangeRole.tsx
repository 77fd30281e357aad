import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Member, type RoleBody, useGrantRoleMutation, useTakeRoleBackMutation } from '@/api/generated/staff';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';

interface Values {
  why: string;
}

const empty: Values = { why: '' };

/** Characters of a reason. */
const longestWhy = 300;

interface Props {
  member: Member;
  /** The member's, in words. */
  name: string;
  role: RoleBody['role'];
  /** It was done. */
  onDone: () => void;
  onCancel: () => void;
}

/** Asks whether a member is to be given a role or to lose it, with what it may do, and why. */
export function ChangeRole({ member, name, role, onDone, onCancel }: Props) {
  const { t } = useTranslation('admin');
  const { t: problem } = useTranslation('problems');
  const [form] = useForm<Values>();
  const has = member.roles.includes(role);
  const [grant] = useGrantRoleMutation();
  const [takeBack] = useTakeRoleBackMutation();
  const roleName = t(`members.role.${role}`);
  const { run, busy, failure, clear } = useFormCommand(
    form,
    ({ why }: Values) => (has ? takeBack : grant)({ roleBody: { member_id: member.id, role, why } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t(has ? 'members.takenBack' : 'members.given', { name, role: roleName }), text: t('members.soon') });
        onDone();
      },
    },
  );
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const rules = [
    { required: true, whitespace: true, message: problem('code.required'), validateTrigger: [] },
    { max: longestWhy, message: problem('code.too_long_max', { max: longestWhy }) },
  ];
  return (
    <Form
      form={form}
      className="stack"
      initialValues={empty}
      onFinish={(values) => void run(values)}
      onValuesChange={clear}
      noValidate
    >
      <p ref={question} tabIndex={-1}>
        <b>{t(has ? 'members.takeBackFrom' : 'members.giveTo', { name, role: roleName })}</b>
      </p>
      <p className="mut">{t(`members.may.${role}`)}</p>
      <Field name="why" label={t('members.why')} hint={t('members.whyHint')} required rules={rules}>
        {(control) => <textarea {...control} className="input" rows={2} />}
      </Field>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        <Button type="submit" variant={has ? 'danger' : 'primary'} busy={busy}>
          {busy ? t('members.busy') : t(has ? 'members.takeBackNamed' : 'members.giveNamed', { role: roleName })}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('members.cancel')}
        </Button>
      </div>
    </Form>
  );
}
