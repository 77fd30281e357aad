import './rota.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import {
  type AttendedShift,
  type Attendee,
  useCampaignAttendanceQuery,
  useCancelShiftMutation,
  usePublishShiftMutation,
  useReviseShiftMutation,
} from '@/api/generated/shifts';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { saveCsv } from '@/parts/table';
import { useFormCommand } from '@/parts/useFormCommand';
import { useShiftTime } from '@/parts/useShiftTime';
import { WriteLink } from '@/parts/WriteLink';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Chip } from '@/ui/Chip';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { useNow } from '@/ui/useNow';
import { type Said, ShiftForm } from './ShiftForm';

type When = 'coming' | 'past';

const languages = ['en', 'fr', 'es'] as const;

function asLang(lang: string): (typeof languages)[number] {
  return languages.find((one) => one === lang) ?? 'en';
}

interface AskProps {
  shift: AttendedShift;
  onDone: () => void;
  onClose: () => void;
}

function Editing({ shift, onDone, onClose }: AskProps) {
  const { t } = useTranslation('rota');
  const [revise] = useReviseShiftMutation();
  const send = async (said: Said) => {
    const same =
      said.title.trim() === shift.title &&
      said.place.trim() === shift.place &&
      said.note.trim() === shift.note &&
      said.starts === shift.starts &&
      said.ends === shift.ends &&
      said.capacity === shift.capacity;
    // What changes nothing tells nobody.
    if (!same) await revise({ reviseShiftBody: { shift_id: shift.id, lang: asLang(shift.lang), ...said } }).unwrap();
  };
  const done = () => {
    showToast({ title: t('saved') });
    onClose();
    onDone();
  };
  return (
    <Dialog open title={t('editTitle')} onClose={onClose}>
      <p className="mut">{t('editText')}</p>
      <ShiftForm initial={shift} zone={shift.time_zone} label={t('save')} onSend={send} onDone={done} onCancel={onClose} />
    </Dialog>
  );
}

/** The most characters of a reason that the server takes. */
const longestReason = 500;

function Cancelling({ shift, onDone, onClose }: AskProps) {
  const { t } = useTranslation('rota');
  const [cancel] = useCancelShiftMutation();
  const [form] = useForm<{ reason: string }>();
  const { run, busy, failure } = useFormCommand(
    form,
    ({ reason }: { reason: string }) => cancel({ cancelShiftBody: { shift_id: shift.id, reason } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('isOff') });
        onClose();
        onDone();
      },
    },
  );
  return (
    <Dialog open title={t('offTitle', { title: shift.title })} onClose={onClose}>
      <p>{t('offText')}</p>
      <Form<{ reason: string }>
        className="rota-form"
        form={form}
        initialValues={{ reason: '' }}
        noValidate
        onFinish={(values) => void run(values)}
      >
        <Field
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, message: t('empty'), validateTrigger: 'onSubmit' }]}
          required
        >
          {(control) => <textarea className="input" rows={3} maxLength={longestReason} {...control} />}
        </Field>
        {failure && !failure.placed && (
          <FailureNotice title={failure.title}>
            <p className="mut">{[...failure.unplaced, failure.advice].join('. ')}</p>
          </FailureNotice>
        )}
        <div className="rota-do">
          <Button variant="outline" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('off')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function useStateText(): (person: Attendee) => string {
  const { t } = useTranslation('rota');
  const format = useFormat();
  return ({ status, minutes_confirmed: minutes }) => {
    if (status === 'completed') return t('confirmed', { hours: format.count(minutes / 60) });
    return status === 'no_show' ? t('missed') : t('expected');
  };
}

function Row({ shift, campaign, onDone }: { shift: AttendedShift; campaign: string; onDone: () => void }) {
  const session = useSession();
  const me = session.status === 'member' && session.member.id;
  const { t } = useTranslation('rota');
  const format = useFormat();
  const when = useShiftTime();
  const stateOf = useStateText();
  const now = useNow();
  const [asked, ask] = useState<'edit' | 'off'>();
  const [printing, setPrinting] = useState(false);
  const print = () => {
    flushSync(() => setPrinting(true)); // only this list is on the paper
    window.print();
    setPrinting(false);
  };
  const { people } = shift;
  const off = shift.status === 'cancelled';
  const ahead = !off && Date.parse(shift.starts_at) > now;
  const close = () => ask(undefined);
  const save = () =>
    saveCsv(
      format.locale,
      `${t('file')}-${shift.starts.slice(0, 10)}.csv`,
      [t('name'), t('state'), t('minutes'), t('since')],
      people.map((one) => [one.name, stateOf(one), one.minutes_confirmed, { at: one.joined_at }]),
    );
  return (
    <li className={printing ? 'rota-shift rota-printed' : 'rota-shift'}>
      <Card>
        <div className="rota-head">
          <div className="rota-said">
            <h3 lang={shift.lang}>{shift.title}</h3>
            <p>
              <Icon name="calendar" /> <b>{when(shift)}</b>
            </p>
            <p>
              <Icon name="pin" /> <span lang={shift.lang}>{shift.place}</span>
            </p>
            {off && shift.reason && (
              <p className="sm mut" lang={shift.lang}>
                {shift.reason}
              </p>
            )}
          </div>
          {off ? (
            <Chip>{t('cancelled')}</Chip>
          ) : (
            <b className="num">{t('taken', { coming: format.count(shift.coming), capacity: format.count(shift.capacity) })}</b>
          )}
        </div>
        {people.length === 0 ? (
          <p className="sm mut">{t('nobody')}</p>
        ) : (
          <ul className="rota-people" role="list">
            {people.map((one) => (
              <li key={one.pledge}>
                <Avatar name={one.name} id={one.id ?? one.pledge} picture={one.avatar} size={40} />
                <PersonLink id={one.id}>
                  <b>{one.name}</b>
                </PersonLink>
                <span className="sm mut">{stateOf(one)}</span>
                {one.id && one.id !== me && (
                  <WriteLink
                    size="small"
                    variant="quiet"
                    to={{ kind: 'member' }}
                    as={{ kind: 'campaign', id: campaign }}
                    about={{ kind: 'time', id: one.pledge }}
                    name={one.name}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="rota-do">
          {people.length > 0 && (
            <>
              <Button variant="quiet" size="small" onClick={save}>
                {t('csv')}
              </Button>
              <Button variant="quiet" size="small" onClick={print}>
                {t('print')}
              </Button>
            </>
          )}
          {ahead && (
            <>
              <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => ask('edit')}>
                {t('edit')}
              </Button>
              <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => ask('off')}>
                {t('off')}
              </Button>
            </>
          )}
        </div>
        {asked === 'edit' && <Editing shift={shift} onDone={onDone} onClose={close} />}
        {asked === 'off' && <Cancelling shift={shift} onDone={onDone} onClose={close} />}
      </Card>
    </li>
  );
}

function NewShift({ campaign, onDone }: { campaign: CampaignDetail; onDone: () => void }) {
  const { t, i18n } = useTranslation('rota');
  const [publish] = usePublishShiftMutation();
  const [published, setPublished] = useState(0);
  const zone = campaign.time_zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const send = (said: Said) =>
    publish({ publishShiftBody: { campaign_id: campaign.id, lang: asLang(i18n.language), ...said } }).unwrap();
  const done = () => {
    showToast({ title: t('published') });
    setPublished(published + 1); // an empty form again
    onDone();
  };
  return (
    <Card as="section" className="rota-new">
      <h2>{t('new')}</h2>
      <ShiftForm key={published} zone={zone} label={t('publish')} onSend={send} onDone={done} />
    </Card>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="120px" />
        <Bone height="120px" />
      </div>
    </Loading>
  );
}

/** The shifts of a campaign for whoever runs it: when and where they are, and who comes. */
export function Rota({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('rota');
  const [when, setWhen] = useState<When>('coming');
  const query = useCampaignAttendanceQuery({ id: campaign.id, ...(when === 'past' && { when }) });
  const again = () => void query.refetch();
  return (
    <div className="rota">
      {campaign.resources.includes('time') ? (
        campaign.status === 'active' && <NewShift campaign={campaign} onDone={again} />
      ) : (
        <EmptyState heading="h2" title={t('noTime')} text={t('noTimeText')} />
      )}
      <section className="rota-list" aria-label={t('when')}>
        <Segmented
          fit
          legend={t('when')}
          options={[
            { value: 'coming', label: t('coming') },
            { value: 'past', label: t('past') },
          ]}
          value={when}
          onChange={setWhen}
        />
        <Loaded query={{ ...query, currentData: query.currentData }} skeleton={<Bones />} failed={t('failed')}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState heading="h3" title={t('none')} text={t('noneText')} />
            ) : (
              <ul role="list">
                {items.map((shift) => (
                  <Row key={shift.id} campaign={campaign.id} shift={shift} onDone={again} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}
