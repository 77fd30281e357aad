import './joining.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import {
  type MyShift,
  type OpenShift,
  useCampaignShiftsQuery,
  useJoinShiftMutation,
  useMyShiftsQuery,
} from '@/api/generated/shifts';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { LeaveShift } from '@/parts/LeaveShift';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { useShiftTime } from '@/parts/useShiftTime';
import { Button, LinkButton } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState, Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';

interface AskProps {
  shift: OpenShift;
  onDone: () => void;
  onClose: () => void;
}

function hoursOf({ starts_at: starts, ends_at: ends }: OpenShift): number {
  return (Date.parse(ends) - Date.parse(starts)) / 3_600_000;
}

/** Whether two shifts are at the same time, if only in part. */
function overlap(one: Pick<MyShift, 'starts_at' | 'ends_at'>, other: Pick<MyShift, 'starts_at' | 'ends_at'>): boolean {
  return one.starts_at < other.ends_at && other.starts_at < one.ends_at;
}

/** The shifts that the member comes to at the time of another. */
function useOverlapping(shift: OpenShift): readonly MyShift[] {
  const { data } = useMyShiftsQuery({});
  const comes = ({ status, pledge_status: pledge }: MyShift) =>
    status === 'open' && pledge !== 'withdrawn' && pledge !== 'declined';
  return data?.items.filter((other) => other.id !== shift.id && comes(other) && overlap(other, shift)) ?? [];
}

function AskJoin({ shift, onDone, onClose }: AskProps) {
  const { t, i18n } = useTranslation('joining');
  const format = useFormat();
  const when = useShiftTime();
  const [anonymous, setAnonymous] = useState(false);
  const [join] = useJoinShiftMutation();
  const overlapping = useOverlapping(shift);
  const { language: lang } = format;
  const { run, busy, failure } = useCommand(
    () => join({ joinShiftBody: { shift_id: shift.id, lang, ...(anonymous && { anonymous }) } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('joined') });
        onClose();
        onDone();
      },
    },
  );
  return (
    <Dialog open title={t('joinTitle', { title: shift.title })} onClose={onClose}>
      <div className="joining-ask" lang={i18n.language}>
        <p>
          <b>{when(shift)}</b>
        </p>
        <p>{t('joinText', { hours: format.count(hoursOf(shift)) })}</p>
        {overlapping.map((other) => (
          <Notice key={other.id}>{t('overlaps', { title: other.title, when: when(other) })}</Notice>
        ))}
        <label>
          <input type="checkbox" checked={anonymous} onChange={() => setAnonymous(!anonymous)} />
          {t('anonymous')}
        </label>
        {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
        <div className="joining-do">
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button busy={busy} onClick={() => void run(undefined)}>
            {t('join')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function AskLeave({ shift, onDone, onClose }: AskProps) {
  const { t } = useTranslation('joining');
  return (
    <LeaveShift
      id={shift.id}
      title={t('leaveTitle', { title: shift.title })}
      leave={t('leave')}
      cancel={t('cancel')}
      said={t('hasLeft')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('leaveText')}</p>
    </LeaveShift>
  );
}

function Row({ shift, page, onDone }: { shift: OpenShift; page: CampaignDetail; onDone: () => void }) {
  const { t } = useTranslation('joining');
  const format = useFormat();
  const when = useShiftTime();
  const session = useSession();
  const [params] = useSearchParams();
  // After signing in, visitors come back to the shift they chose.
  const [asked, ask] = useState(params.get('shift') === shift.id && !shift.mine);
  const left = shift.capacity - shift.coming;
  const close = () => ask(false);
  const Ask = shift.mine ? AskLeave : AskJoin;
  return (
    <li className="joining-row">
      <div className="joining-said">
        <h3 lang={shift.lang}>{shift.title}</h3>
        <p>
          <Icon name="calendar" /> <b>{when(shift)}</b>
        </p>
        <p>
          <Icon name="pin" /> <span lang={shift.lang}>{shift.place}</span>
        </p>
        {shift.note && (
          <p className="prose sm" lang={shift.lang}>
            {shift.note}
          </p>
        )}
      </div>
      <div className="joining-do">
        {shift.mine ? (
          <Chip>{t('mine')}</Chip>
        ) : (
          <span className="sm mut">{left > 0 ? t('left', { count: left, shown: format.count(left) }) : t('full')}</span>
        )}
        <a className="btn btn-quiet btn-small" href={`/shift/${shift.id}.ics`} download>
          {t('calendar')}
        </a>
        {session.status === 'anonymous' && left > 0 && (
          <LinkButton
            size="small"
            to={`/auth?next=${encodeURIComponent(`/campaign/${page.slug}?tab=shifts&shift=${shift.id}`)}`}
          >
            {t('signIn')}
          </LinkButton>
        )}
        {session.status !== 'anonymous' && !page.can_edit && (shift.mine || left > 0) && (
          <Button size="small" variant={shift.mine ? 'outline' : 'primary'} aria-haspopup="dialog" onClick={() => ask(true)}>
            {t(shift.mine ? 'leave' : 'join')}
          </Button>
        )}
      </div>
      {asked && session.status === 'member' && !page.can_edit && (shift.mine || left > 0) && (
        <Ask shift={shift} onDone={onDone} onClose={close} />
      )}
    </li>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="88px" />
        <Bone height="88px" />
      </div>
    </Loading>
  );
}

/** When and where the campaign needs hands; members join and leave. */
export function Joining({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('joining');
  const query = useCampaignShiftsQuery({ id: page.id });
  return (
    <Loaded query={{ ...query, currentData: query.currentData ?? query.data }} skeleton={<Bones />} failed={t('failed')}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState heading="h3" title={t('none')} />
        ) : (
          <ul role="list">
            {items.map((shift) => (
              <Row key={shift.id} shift={shift} page={page} onDone={() => void query.refetch()} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
