import './shifts.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type MyShift, useMyShiftsQuery } from '@/api/generated/shifts';
import { useFormat } from '@/i18n/useFormat';
import { LeaveShift } from '@/parts/LeaveShift';
import { Loaded } from '@/parts/Loaded';
import { useShiftTime } from '@/parts/useShiftTime';
import { WriteLink } from '@/parts/WriteLink';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { useNow } from '@/ui/useNow';
import { usePageTitle } from '@/ui/usePageTitle';

type When = 'coming' | 'past';

function AskLeave({ shift, onDone, onClose }: { shift: MyShift; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('shifts');
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

function Row({ shift, onDone }: { shift: MyShift; onDone: () => void }) {
  const { t } = useTranslation('shifts');
  const format = useFormat();
  const when = useShiftTime();
  const now = useNow();
  const [asked, ask] = useState(false);
  const off = shift.status === 'cancelled';
  const ahead = Date.parse(shift.starts_at) > now;
  return (
    <li className="shifts-row">
      <div className="shifts-said">
        <h2 lang={shift.lang}>{shift.title}</h2>
        <p>
          <Icon name="calendar" /> <b>{when(shift)}</b>
        </p>
        <p>
          <Icon name="pin" /> <span lang={shift.lang}>{shift.place}</span>
        </p>
        {shift.campaign_title && (
          <p>
            <Link className="link" to={`/campaign/${shift.campaign_slug}`} lang={shift.campaign_lang}>
              {shift.campaign_title}
            </Link>
          </p>
        )}
        {(off ? shift.reason : shift.note) && (
          <p className="shifts-note sm" lang={shift.lang}>
            {off ? shift.reason : shift.note}
          </p>
        )}
      </div>
      <div className="shifts-do">
        {off && <Chip>{t('cancelled')}</Chip>}
        {shift.pledge_status === 'completed' && (
          <Chip>{t('confirmed', { hours: format.count(shift.minutes_confirmed / 60) })}</Chip>
        )}
        {shift.pledge_status === 'no_show' && <Chip>{t('missed')}</Chip>}
        {ahead && (
          <a className="btn btn-quiet btn-small" href={`/shift/${shift.id}.ics`} download>
            {t('calendar')}
          </a>
        )}
        {ahead && !off && shift.pledge_status !== 'completed' && (
          <Button size="small" variant="outline" aria-haspopup="dialog" onClick={() => ask(true)}>
            {t('leave')}
          </Button>
        )}
        {!off && shift.campaign_title && (
          <WriteLink
            size="small"
            variant="quiet"
            to={{ kind: 'campaign', id: shift.campaign_id }}
            about={{ kind: 'shift', id: shift.id }}
            name={shift.campaign_title}
          />
        )}
      </div>
      {asked && <AskLeave shift={shift} onDone={onDone} onClose={() => ask(false)} />}
    </li>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="96px" />
        <Bone height="96px" />
      </div>
    </Loading>
  );
}

/** The shifts to which the member comes, and those to which they came. */
export function ShiftsPage() {
  const { t } = useTranslation('shifts');
  const [when, setWhen] = useState<When>('coming');
  const query = useMyShiftsQuery(when === 'past' ? { when } : {});
  usePageTitle(t('title'));
  return (
    <div className="wrap page shifts">
      <h1>{t('title')}</h1>
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
      <Loaded query={query} skeleton={<Bones />} failed={t('failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              heading="h2"
              title={t(when === 'past' ? 'nonePast' : 'none')}
              text={t('noneText')}
              action={<LinkButton to="/explore?need=time">{t('explore')}</LinkButton>}
            />
          ) : (
            <Card>
              <ul role="list">
                {items.map((shift) => (
                  <Row key={shift.id} shift={shift} onDone={() => void query.refetch()} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}
