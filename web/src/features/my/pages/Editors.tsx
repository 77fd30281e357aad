import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Editor,
  type Page,
  type PageInvitation,
  useInvitePageEditorMutation,
  useLeavePageMutation,
  usePageEditorsQuery,
  useRemovePageEditorMutation,
  useWithdrawPageInvitationMutation,
} from '@/api/generated/pages';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { useCommand } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { showToast } from '@/ui/toast';

interface AskProps {
  title: string;
  text: string;
  /** The button's words. */
  label: string;
  onSend: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks once more, and says what follows. */
export function Ask({ title, text, label, onSend, onDone, onClose }: AskProps) {
  const { t } = useTranslation('pages');
  const { run, busy, failure } = useCommand(onSend, {
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="stack">
        <p>{text}</p>
        {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
        <div className="pages-do">
          <Button variant="outline" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
            {label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Row({ who, state, children }: { who: ReactNode; state: ReactNode; children?: ReactNode }) {
  return (
    <li>
      {who}
      <span className="sm mut">{state}</span>
      {children}
    </li>
  );
}

function Member({ page, editor, me, onDone }: { page: Page; editor: Editor; me: string; onDone: () => void }) {
  const { t } = useTranslation('pages');
  const [isAsked, ask] = useState(false);
  const [remove] = useRemovePageEditorMutation();
  const { id, name, avatar, owner } = editor;
  return (
    <Row
      who={
        <>
          <Avatar name={name} id={id} picture={avatar} />
          <span className="pages-editor">
            <PersonLink id={id}>{name}</PersonLink>
            {id === me && <span className="mut"> · {t('editors.you')}</span>}
          </span>
        </>
      }
      state={t(owner ? 'editors.owner' : 'editors.editor')}
    >
      {page.own && !owner && (
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => ask(true)}>
          {t('editors.remove')}
          <span className="sr">: {name}</span>
        </Button>
      )}
      {isAsked && (
        <Ask
          title={t('editors.removeTitle', { name })}
          text={t('editors.removeText')}
          label={t('editors.removeNow')}
          onSend={() => remove({ pageEditorBody: { page_id: page.id, member_id: id } }).unwrap()}
          onDone={() => {
            showToast({ title: t('editors.removed', { name }) });
            onDone();
          }}
          onClose={() => ask(false)}
        />
      )}
    </Row>
  );
}

function Waiting({ page, open, onDone }: { page: Page; open: PageInvitation; onDone: () => void }) {
  const { t } = useTranslation('pages');
  const [withdraw] = useWithdrawPageInvitationMutation();
  const { run, busy, failure } = useCommand(
    () => withdraw({ pageInvitationBody: { page_id: page.id, invitation_id: open.id } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('editors.withdrawn') });
        onDone();
      },
    },
  );
  return (
    <Row
      who={
        <>
          <Avatar name={open.email} id={open.id} />
          <span className="pages-editor">{open.email}</span>
        </>
      }
      state={
        <>
          {t('editors.invited')} · <RelativeTime at={open.invited_at} />
        </>
      }
    >
      <Button variant="quiet" size="small" busy={busy} onClick={() => void run(undefined)}>
        {t('editors.withdraw')}
        <span className="sr">: {open.email}</span>
      </Button>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </Row>
  );
}

interface Address {
  email: string;
}

function Invite({ page, onDone }: { page: Page; onDone: () => void }) {
  const { t } = useTranslation('pages');
  const { language } = useFormat();
  const [form] = useForm<Address>();
  const [invite] = useInvitePageEditorMutation();
  const { run, busy, failure } = useFormCommand(
    form,
    ({ email }: Address) => invite({ inviteEditorBody: { page_id: page.id, email: email.trim(), lang: language } }).unwrap(),
    {
      onDone: () => {
        form.resetFields();
        showToast({ title: t('editors.sent') });
        onDone();
      },
    },
  );
  return (
    <Form<Address>
      className="stack"
      form={form}
      initialValues={{ email: '' }}
      noValidate
      onFinish={(address) => void run(address)}
    >
      <Field
        name="email"
        label={t('editors.email')}
        hint={t('editors.emailHint')}
        rules={[{ required: true, whitespace: true, message: t('form.needed'), validateTrigger: 'onSubmit' }]}
        required
      >
        {(control) => <input className="input" type="email" autoComplete="off" maxLength={254} {...control} />}
      </Field>
      {failure && !failure.placed && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <div>
        <Button type="submit" busy={busy}>
          {t('editors.invite')}
        </Button>
      </div>
    </Form>
  );
}

function Leave({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const [isAsked, ask] = useState(false);
  const [leave] = useLeavePageMutation();
  return (
    <div>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => ask(true)}>
        {t('editors.leave')}
      </Button>
      {isAsked && (
        <Ask
          title={t('editors.leaveTitle')}
          text={t('editors.leaveText')}
          label={t('editors.leaveNow')}
          onSend={() => leave({ pageBody: { page_id: page.id } }).unwrap()}
          onDone={() => showToast({ title: t('editors.left') })}
          onClose={() => ask(false)}
        />
      )}
    </div>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="56px" />
        <Bone height="56px" />
      </div>
    </Loading>
  );
}

/** Who edits a page: its owner invites and removes, an editor may leave. */
export function Editors({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const id = useId();
  const session = useSession();
  const me = session.status === 'member' ? session.member.id : '';
  const query = usePageEditorsQuery({ id: page.id });
  const onDone = () => void query.refetch();
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('editors.failed')}>
      {(list) => (
        <section className="stack pages-editors" aria-labelledby={id}>
          <h2 id={id} className="sr">
            {t('editors.title')}
          </h2>
          <ul role="list" className="pages-fans">
            {list.editors.map((editor) => (
              <Member key={editor.id} page={page} editor={editor} me={me} onDone={onDone} />
            ))}
            {list.invitations.map((open) => (
              <Waiting key={open.id} page={page} open={open} onDone={onDone} />
            ))}
          </ul>
          <p className="sm mut">{t('editors.rights')}</p>
          {page.own ? <Invite page={page} onDone={onDone} /> : <Leave page={page} />}
        </section>
      )}
    </Loaded>
  );
}
