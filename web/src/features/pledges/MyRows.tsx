import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Donation } from '@/api/generated/giving';
import {
  type MyPledge,
  useLogHoursMutation,
  useReturnMaterialMutation,
  useWithdrawMaterialMutation,
  useWithdrawTimeMutation,
} from '@/api/generated/pledges';
import { useFigures } from '@/i18n/useFigures';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { FigureField } from '@/parts/FigureField';
import { useCommand } from '@/parts/useCommand';
import { WriteLink } from '@/parts/WriteLink';
import { Button } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Cover } from '@/ui/Cover';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import type { Strand } from '@/ui/StrandBar';
import { Ask } from './Ask';
import { Details } from './Details';
import { WordsField } from './Fields';
import { useHasBegun, useWhat } from './words';

interface RowProps {
  kind: Strand;
  /** What was given, in a few words. */
  what: string;
  campaign: Pick<MyPledge, 'campaign_id' | 'campaign_slug' | 'campaign_title' | 'campaign_lang' | 'campaign_photo'>;
  category: string;
  at: string;
  state: ReactNode;
  children?: ReactNode;
  end?: ReactNode;
}

function Row({ kind, what, campaign, category, at, state, children, end }: RowProps) {
  const { t } = useTranslation('pledges');
  const { campaign_id: id, campaign_slug: slug, campaign_title: title, campaign_lang: lang, campaign_photo: photo } = campaign;
  return (
    <li className={`pledges-row strand-${kind}`}>
      <span className="pledges-thumb">
        <Cover id={id} category={category} photo={photo || undefined} width={56} height={56} />
      </span>
      <div className="pledges-row-body">
        <p>
          <Icon name={kind} size={18} /> <b className="num">{what}</b>{' '}
          <span className="xs mut">
            · <RelativeTime at={at} />
          </span>
        </p>
        <p>
          {title ? (
            <Link className="link" to={`/campaign/${slug || id}`} lang={lang}>
              {title}
            </Link>
          ) : (
            <span className="mut">{t('mine.gone')}</span>
          )}
        </p>
        {children}
      </div>
      <div className="pledges-row-end">
        {state}
        {end}
      </div>
    </li>
  );
}

const giftStates = {
  pending: 'waiting',
  under_way: 'waiting',
  completed: 'done',
  failed: 'off',
  cancelled: 'off',
  disputed: 'waiting',
  partly_refunded: 'done',
  refunded: 'off',
} as const;

/** A gift of money; a link leads to its own page, on which its state is followed and its receipt lies. */
export function GiftRow({ gift }: { gift: Donation }) {
  const { t } = useTranslation('pledges');
  const format = useFormat();
  return (
    <Row
      kind="money"
      what={format.money(gift)}
      campaign={gift}
      category={gift.category}
      at={gift.completed_at ?? gift.started_at}
      state={
        <>
          {gift.anonymous && <Chip>{t('mine.anonymous')}</Chip>}
          <span className={`pledges-state pledges-state-${giftStates[gift.status]} sm`}>{t(`mine.gift.${gift.status}`)}</span>
        </>
      }
      end={
        <>
          {gift.receipt && (
            <a className="link sm" href={`${gift.receipt}.pdf`}>
              {t('mine.gift.receipt')}
            </a>
          )}
          <Link className="link sm" to={`/campaign/${gift.campaign_slug || gift.campaign_id}/thanks?donation=${gift.id}`}>
            {t('mine.gift.look')}
          </Link>
        </>
      }
    >
      {gift.message && (
        <p className="sm mut" lang={gift.lang}>
          {gift.message}
        </p>
      )}
    </Row>
  );
}

interface PledgeProps {
  pledge: MyPledge;
  onDone: () => void;
}

function AskWithdraw({ pledge, onDone, onClose }: PledgeProps & { onClose: () => void }) {
  const { t } = useTranslation('pledges');
  const what = useWhat();
  const [time] = useWithdrawTimeMutation();
  const [material] = useWithdrawMaterialMutation();
  const withdraw = pledge.kind === 'time' ? time : material;
  return (
    <Ask
      danger
      title={t('mine.withdrawTitle', { what: what(pledge) })}
      initial={{}}
      keep={t('mine.keep')}
      send={t('mine.withdraw')}
      said={t('mine.withdrawn')}
      onSend={() => withdraw({ pledgeBody: { pledge_id: pledge.id } }).unwrap()}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('mine.withdrawText')}</p>
    </Ask>
  );
}

function AskWorked({ pledge, onDone, onClose }: PledgeProps & { onClose: () => void }) {
  const { t } = useTranslation('pledges');
  const figures = useFigures();
  const [log] = useLogHoursMutation();
  return (
    <Ask
      title={t('mine.logTitle')}
      initial={{
        minutes: figures.typedHours(pledge.minutes_logged || pledge.minutes),
        note: pledge.logged_note,
      }}
      send={t('mine.send')}
      said={t('mine.logged')}
      onSend={({ minutes, note }) =>
        log({
          logHoursBody: {
            pledge_id: pledge.id,
            minutes: figures.minutes(minutes) ?? 0,
            note,
          },
        }).unwrap()
      }
      onDone={onDone}
      onClose={onClose}
    >
      <FigureField name="minutes" kind="hours" label={t('inbox.hours')} />
      <WordsField name="note" label={t('mine.what')} />
    </Ask>
  );
}

function Returned({ pledge, onDone }: PledgeProps) {
  const { t } = useTranslation('pledges');
  const [giveBack] = useReturnMaterialMutation();
  const { run, busy, failure } = useCommand(() => giveBack({ pledgeBody: { pledge_id: pledge.id } }).unwrap(), { onDone });
  return (
    <>
      <Button size="small" variant="outline" busy={busy} onClick={() => void run(undefined)}>
        {t('mine.returned')}
      </Button>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </>
  );
}

/** A pledge of time or things, with what its maker can do about it now. */
export function PledgeRow({ pledge, onDone }: PledgeProps) {
  const { t } = useTranslation('pledges');
  const what = useWhat();
  const [asked, ask] = useState<'withdraw' | 'worked'>();
  const { kind, status, phase } = pledge;
  const open = status === 'pledged' || status === 'accepted';
  const begun = useHasBegun(pledge);
  const close = () => ask(undefined);
  return (
    <Row
      kind={kind}
      what={what(pledge)}
      campaign={pledge}
      category={pledge.campaign_category}
      at={pledge.pledged_at}
      state={<span className={`pledges-state pledges-state-${phase} sm`}>{t(`is.${status}`)}</span>}
      end={
        <div className="pledges-do">
          {open && (
            <Button size="small" variant="outline" onClick={() => ask('withdraw')}>
              {t('mine.withdraw')}
            </Button>
          )}
          {kind === 'time' && status === 'accepted' && begun && (
            <Button size="small" onClick={() => ask('worked')}>
              {t('mine.log')}
            </Button>
          )}
          {status === 'received' && pledge.lent && <Returned pledge={pledge} onDone={onDone} />}
          {phase !== 'off' && pledge.campaign_title && (
            <WriteLink
              size="small"
              variant="quiet"
              to={{ kind: 'campaign', id: pledge.campaign_id }}
              about={{ kind: kind === 'time' ? 'time' : 'thing', id: pledge.id }}
              name={pledge.campaign_title}
            />
          )}
        </div>
      }
    >
      <Details pledge={pledge} />
      {asked === 'withdraw' && <AskWithdraw pledge={pledge} onDone={onDone} onClose={close} />}
      {asked === 'worked' && <AskWorked pledge={pledge} onDone={onDone} onClose={close} />}
    </Row>
  );
}
