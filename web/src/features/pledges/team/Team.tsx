import './team.css';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import {
  type OpenInvitation,
  type Runner,
  type Team as TeamAnswer,
  useAcceptHandOverMutation,
  useCampaignTeamQuery,
  useDeclineHandOverMutation,
  useInviteCoOrganizerMutation,
  useLeaveTeamMutation,
  useOfferHandOverMutation,
  useRemoveCoOrganizerMutation,
  useWithdrawHandOverMutation,
  useWithdrawInvitationMutation,
} from '@/api/generated/team';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { useCommand } from '@/parts/useCommand';
import { useFormCommand } from '@/parts/useFormCommand';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Select } from '@/ui/Select';
import { Bone, Loading } from '@/ui/Skeleton';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';

interface AskProps {
  title: string;
  text: string;
  /** The button's words. */
  label: string;
  danger?: boolean;
  onSend: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks once more, and says what follows. */
function Ask({ title, text, label, danger, onSend, onDone, onClose }: AskProps) {
  const { t } = useTranslation('team');
  const { run, busy, failure } = useCommand(onSend, {
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <p>{text}</p>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <div className="team-do">
        <Button variant="outline" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run(undefined)}>
          {label}
        </Button>
      </div>
    </Dialog>
  );
}

interface Props {
  campaign: CampaignDetail;
  team: TeamAnswer;
  onDone: () => void;
}

function Row({ who, state, children }: { who: ReactNode; state: ReactNode; children?: ReactNode }) {
  return (
    <li className="team-row">
      {who}
      <div className="team-state sm mut">{state}</div>
      {children && <div className="team-row-do">{children}</div>}
    </li>
  );
}

function Member({ campaign, runner, me, onDone }: { campaign: CampaignDetail; runner: Runner; me: string; onDone: () => void }) {
  const { t } = useTranslation('team');
  const [isAsked, ask] = useState(false);
  const [remove] = useRemoveCoOrganizerMutation();
  const name = runner.name || t('erased');
  const removable = campaign.owned && !runner.owner;
  return (
    <Row
      who={
        <>
          <Avatar name={runner.name} id={runner.id ?? ''} picture={runner.avatar} size={40} />
          <p className="team-name">
            <PersonLink id={runner.id}>
              <b>{name}</b>
            </PersonLink>
            {runner.id === me && <span className="mut"> · {t('you')}</span>}
          </p>
        </>
      }
      state={runner.owner ? t('owner') : t('coOrganizer')}
    >
      {removable && (
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => ask(true)}>
          {t('remove')}
          <span className="sr">: {name}</span>
        </Button>
      )}
      {isAsked && (
        <Ask
          danger
          title={t('removeTitle', { name })}
          text={t('removeText')}
          label={t('removeNow')}
          onSend={() => remove({ teamMemberBody: { campaign_id: campaign.id, member_id: runner.id ?? '' } }).unwrap()}
          onDone={() => {
            showToast({ title: t('removed', { name }) });
            onDone();
          }}
          onClose={() => ask(false)}
        />
      )}
    </Row>
  );
}

function Waiting({ campaign, open, onDone }: { campaign: CampaignDetail; open: OpenInvitation; onDone: () => void }) {
  const { t } = useTranslation('team');
  const [withdraw] = useWithdrawInvitationMutation();
  const { run, busy, failure } = useCommand(
    () => withdraw({ invitationBody: { campaign_id: campaign.id, invitation_id: open.id } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('withdrawn') });
        onDone();
      },
    },
  );
  return (
    <Row
      who={
        <>
          <Avatar name={open.email} id={open.id} size={40} />
          <p className="team-name">
            <b>{open.email}</b>
          </p>
        </>
      }
      state={
        <>
          <Icon name="time" size={18} /> {t('invited')} <RelativeTime at={open.invited_at} />
        </>
      }
    >
      <Button variant="quiet" size="small" busy={busy} onClick={() => void run(undefined)}>
        {t('withdraw')}
        <span className="sr">: {open.email}</span>
      </Button>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </Row>
  );
}

interface Address {
  email: string;
}

function Invite({ campaign, onDone }: { campaign: CampaignDetail; onDone: () => void }) {
  const { t } = useTranslation('team');
  const { language } = useFormat();
  const [form] = useForm<Address>();
  const [invite] = useInviteCoOrganizerMutation();
  const { run, busy, failure } = useFormCommand(
    form,
    ({ email }: Address) =>
      invite({ inviteBody: { campaign_id: campaign.id, email: email.trim(), lang: language } }).unwrap(),
    {
      onDone: () => {
        form.resetFields();
        showToast({ title: t('sent'), text: t('sentText') });
        onDone();
      },
    },
  );
  return (
    <Form<Address>
      className="team-invite"
      form={form}
      initialValues={{ email: '' }}
      noValidate
      onFinish={(address) => void run(address)}
    >
      <Field
        name="email"
        label={t('email')}
        hint={t('emailHint')}
        rules={[{ required: true, whitespace: true, message: t('empty'), validateTrigger: 'onSubmit' }]}
        required
      >
        {(control) => <input className="input" type="email" autoComplete="off" maxLength={254} {...control} />}
      </Field>
      {failure && !failure.placed && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <div>
        <Button type="submit" busy={busy}>
          {t('invite')}
        </Button>
      </div>
    </Form>
  );
}

/** The owner's way to hand the campaign over to a co-organizer, who confirms. */
function HandOver({ campaign, team, onDone }: Props) {
  const { t } = useTranslation('team');
  const id = useId();
  const others = team.members.filter(({ owner }) => !owner);
  const offered = others.find(({ offered_at: at }) => at);
  const [chosen, choose] = useState('');
  const [isAsked, ask] = useState(false);
  const [offer] = useOfferHandOverMutation();
  const [withdraw] = useWithdrawHandOverMutation();
  const to = others.find((one) => one.id === chosen) ?? others[0];
  const { run, busy, failure } = useCommand(() => withdraw({ teamBody: { campaign_id: campaign.id } }).unwrap(), { onDone });
  return (
    <Card pad>
      <section className="team-part" aria-labelledby={id}>
        <h2 id={id}>{t('handOver')}</h2>
        <p className="mut">{t('handOverText')}</p>
        {offered && (
          <>
            <p>
              {t('offered', { name: offered.name })} <RelativeTime at={offered.offered_at ?? offered.since} />
            </p>
            {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
            <div>
              <Button variant="outline" busy={busy} onClick={() => void run(undefined)}>
                {t('offerBack')}
              </Button>
            </div>
          </>
        )}
        {!offered && !to && <p>{t('handOverNobody')}</p>}
        {!offered && to && (
          <>
            <div className="field">
              <label htmlFor={`${id}-to`}>{t('newOwner')}</label>
              <Select id={`${id}-to`} value={to.id ?? ''} onChange={({ target }) => choose(target.value)}>
                {others.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
            </div>
            <div>
              <Button variant="outline" aria-haspopup="dialog" onClick={() => ask(true)}>
                {t('offer')}
              </Button>
            </div>
          </>
        )}
        {isAsked && to && (
          <Ask
            title={t('offerTitle', { name: to.name })}
            text={t('offerText')}
            label={t('offerNow')}
            onSend={() => offer({ teamMemberBody: { campaign_id: campaign.id, member_id: to.id ?? '' } }).unwrap()}
            onDone={() => {
              showToast({ title: t('offerSent', { name: to.name }) });
              onDone();
            }}
            onClose={() => ask(false)}
          />
        )}
      </section>
    </Card>
  );
}

/** What a co-organizer is offered. */
function Offered({ campaign, onDone }: { campaign: CampaignDetail; onDone: () => void }) {
  const { t } = useTranslation('team');
  const [accept] = useAcceptHandOverMutation();
  const [decline] = useDeclineHandOverMutation();
  const { run, busy, failure } = useCommand(
    (yes: boolean) => (yes ? accept : decline)({ teamBody: { campaign_id: campaign.id } }).unwrap(),
    { onDone },
  );
  return (
    <Notice icon="warning">
      <p>
        <b>{t('toYou', { name: campaign.organizer.name })}</b>
      </p>
      <p>{t('toYouText')}</p>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <div className="team-do">
        <Button variant="outline" size="small" onClick={() => void run(false)}>
          {t('decline')}
        </Button>
        <Button size="small" busy={busy} onClick={() => void run(true)}>
          {t('accept')}
        </Button>
      </div>
    </Notice>
  );
}

function Leave({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const [isAsked, ask] = useState(false);
  const [leave] = useLeaveTeamMutation();
  return (
    <div>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => ask(true)}>
        {t('leave')}
      </Button>
      {isAsked && (
        <Ask
          danger
          title={t('leaveTitle')}
          text={t('leaveText')}
          label={t('leaveNow')}
          onSend={() => leave({ teamBody: { campaign_id: campaign.id } }).unwrap()}
          onDone={() => {
            showToast({ title: t('left') });
            void navigate('/my/campaigns');
          }}
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
        <Bone height="72px" />
        <Bone height="72px" />
      </div>
    </Loading>
  );
}

function Shown({ campaign, team, onDone }: Props) {
  const { t } = useTranslation('team');
  const id = useId();
  const session = useSession();
  const me = session.status === 'member' ? session.member.id : '';
  const isOffered = team.members.some((one) => one.id === me && one.offered_at);
  const closed = campaign.status === 'cancelled' || campaign.status === 'rejected' || campaign.status === 'withdrawn';
  return (
    <div className="team">
      {isOffered && <Offered campaign={campaign} onDone={onDone} />}
      <Card pad>
        <section className="team-part" aria-labelledby={id}>
          <h2 id={id}>{t('title')}</h2>
          <ul role="list">
            {team.members.map((runner) => (
              <Member key={runner.id} campaign={campaign} runner={runner} me={me} onDone={onDone} />
            ))}
            {team.invitations.map((open) => (
              <Waiting key={open.id} campaign={campaign} open={open} onDone={onDone} />
            ))}
          </ul>
          <p className="sm mut">{t('rights')}</p>
          {campaign.owned && !closed && <Invite campaign={campaign} onDone={onDone} />}
          {!campaign.owned && <Leave campaign={campaign} />}
        </section>
      </Card>
      {campaign.owned && !closed && <HandOver campaign={campaign} team={team} onDone={onDone} />}
    </div>
  );
}

/** Who runs a campaign: its owner invites, removes and hands over, a co-organizer may leave. */
export function Team({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('team');
  const query = useCampaignTeamQuery({ id: campaign.id });
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('failed')}>
      {(team) => <Shown campaign={campaign} team={team} onDone={() => void query.refetch()} />}
    </Loaded>
  );
}
