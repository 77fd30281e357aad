import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CampaignPledge,
  useAcceptMaterialMutation,
  useAcceptTimeMutation,
  useConfirmHoursMutation,
  useDeclineMaterialMutation,
  useDeclineTimeMutation,
  useMarkNoShowMutation,
  useReceiveMaterialMutation,
  useReturnMaterialMutation,
} from '@/api/generated/pledges';
import { useFigures } from '@/i18n/useFigures';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { FigureField } from '@/parts/FigureField';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { showToast } from '@/ui/toast';
import { Ask } from './Ask';
import { ConditionField, WordsField } from './Fields';
import { useHasBegun, useWhat } from './words';

type Question = 'accept' | 'decline' | 'hours' | 'receive' | 'missed';

interface Props {
  pledge: CampaignPledge;
  name: string;
  onDone: () => void;
}

interface QuestionProps extends Props {
  onClose: () => void;
}

function AskAccept({ pledge, name, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('pledges');
  const what = useWhat();
  const { whole } = useFigures();
  const [accept] = useAcceptMaterialMutation();
  return (
    <Ask
      title={t('inbox.acceptTitle', { what: what(pledge) })}
      initial={{ quantity: String(pledge.quantity), place: '', note: '' }}
      send={t('inbox.accept')}
      said={t('inbox.saved')}
      onSend={({ quantity, place, note }) =>
        accept({
          acceptMaterialBody: {
            pledge_id: pledge.id,
            quantity: whole(quantity) ?? 0,
            place,
            note,
          },
        }).unwrap()
      }
      onDone={onDone}
      onClose={onClose}
    >
      <FigureField name="quantity" kind="count" label={t('inbox.many')} />
      {pledge.delivery !== 'pickup' && <WordsField name="place" label={t('inbox.where')} />}
      <WordsField name="note" label={t('inbox.word', { name })} />
    </Ask>
  );
}

function AskDecline({ pledge, name, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('pledges');
  const what = useWhat();
  const [time] = useDeclineTimeMutation();
  const [material] = useDeclineMaterialMutation();
  const decline = pledge.kind === 'time' ? time : material;
  return (
    <Ask
      danger
      title={t('inbox.declineTitle', { what: what(pledge) })}
      initial={{ reason: '' }}
      send={t('inbox.decline')}
      said={t('inbox.saved')}
      onSend={({ reason }) => decline({ declineBody: { pledge_id: pledge.id, reason } }).unwrap()}
      onDone={onDone}
      onClose={onClose}
    >
      <WordsField name="reason" label={t('inbox.reason', { name })} required />
    </Ask>
  );
}

function AskHours({ pledge, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('pledges');
  const figures = useFigures();
  const [confirm] = useConfirmHoursMutation();
  const proposed = pledge.minutes_confirmed || pledge.minutes_logged || pledge.minutes;
  return (
    <Ask
      title={t('inbox.hoursTitle')}
      initial={{ minutes: figures.typedHours(proposed) }}
      send={t('inbox.confirmSome')}
      said={t('inbox.saved')}
      onSend={({ minutes }) =>
        confirm({
          confirmHoursBody: {
            pledge_id: pledge.id,
            minutes: figures.minutes(minutes) ?? 0,
          },
        }).unwrap()
      }
      onDone={onDone}
      onClose={onClose}
    >
      <FigureField name="minutes" kind="hours" label={t('inbox.hours')} />
    </Ask>
  );
}

function AskReceived({ pledge, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('pledges');
  const what = useWhat();
  const { whole } = useFigures();
  const [receive] = useReceiveMaterialMutation();
  return (
    <Ask
      title={t('inbox.receiveTitle', { what: what(pledge) })}
      initial={{
        quantity: String(pledge.quantity_received || pledge.quantity_accepted),
        condition: pledge.condition_received || pledge.condition || 'good',
      }}
      send={t('inbox.receive')}
      said={t('inbox.saved')}
      onSend={({ quantity, condition }) => {
        const body = {
          pledge_id: pledge.id,
          quantity: whole(quantity) ?? 0,
          condition,
        };
        return receive({ receiveMaterialBody: body }).unwrap();
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <FigureField name="quantity" kind="count" label={t('inbox.quantity')} />
      <ConditionField />
    </Ask>
  );
}

function AskMissed({ pledge, name, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('pledges');
  const [miss] = useMarkNoShowMutation();
  return (
    <Ask
      danger
      title={t('inbox.missTitle', { name })}
      initial={{}}
      send={t('inbox.noShow')}
      said={t('inbox.saved')}
      onSend={() => miss({ pledgeBody: { pledge_id: pledge.id } }).unwrap()}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('inbox.missText')}</p>
    </Ask>
  );
}

const questions = {
  accept: AskAccept,
  decline: AskDecline,
  hours: AskHours,
  receive: AskReceived,
  missed: AskMissed,
};

/** What can be answered without a question: it takes nothing back, and says all there is to say. */
function useAtOnce({ pledge, onDone }: Props) {
  const { t } = useTranslation('pledges');
  const [accept] = useAcceptTimeMutation();
  const [confirm] = useConfirmHoursMutation();
  const [giveBack] = useReturnMaterialMutation();
  const id = { pledge_id: pledge.id };
  return useCommand(
    (what: 'accept' | 'confirm' | 'return') => {
      if (what === 'accept') return accept({ acceptTimeBody: id }).unwrap();
      if (what === 'return') return giveBack({ pledgeBody: id }).unwrap();
      return confirm({
        confirmHoursBody: { ...id, minutes: pledge.minutes_logged },
      }).unwrap();
    },
    {
      onDone: () => {
        showToast({ title: t('inbox.saved') });
        onDone();
      },
    },
  );
}

/** What the organizer can do about a pledge now. */
export function Answers(props: Props) {
  const { pledge } = props;
  const { t } = useTranslation('pledges');
  const format = useFormat();
  const [asked, ask] = useState<Question>();
  const { run, busy, failure } = useAtOnce(props);
  const Asked = asked && questions[asked];
  const begun = useHasBegun(pledge);
  const { kind, status } = pledge;
  const quiet = (label: string, question: Question) => (
    <Button variant="outline" size="small" onClick={() => ask(question)}>
      {label}
    </Button>
  );
  const first = (label: string, press: () => unknown) => (
    <Button size="small" busy={busy} onClick={press}>
      {label}
    </Button>
  );
  return (
    <>
      <div className="pledges-do">
        {status === 'pledged' && (
          <>
            {quiet(t('inbox.decline'), 'decline')}
            {first(t('inbox.accept'), () => (kind === 'time' ? void run('accept') : ask('accept')))}
          </>
        )}
        {status === 'accepted' && (
          <>
            {quiet(t('inbox.callOff'), 'decline')}
            {kind === 'time' && begun && pledge.minutes_logged === 0 && quiet(t('inbox.noShow'), 'missed')}
            {kind === 'time' && pledge.minutes_logged > 0 && quiet(t('inbox.correct'), 'hours')}
            {kind === 'time' &&
              begun &&
              (pledge.minutes_logged > 0
                ? first(
                    t('inbox.confirm', {
                      shown: format.count(pledge.minutes_logged / 60),
                    }),
                    () => void run('confirm'),
                  )
                : first(t('inbox.confirmSome'), () => ask('hours')))}
            {kind === 'materials' && first(t('inbox.receive'), () => ask('receive'))}
          </>
        )}
        {status === 'completed' && quiet(t('inbox.correct'), 'hours')}
        {(status === 'received' || status === 'returned') && quiet(t('inbox.correct'), 'receive')}
        {status === 'received' && pledge.lent && first(t('inbox.returned'), () => void run('return'))}
      </div>
      {failure && <FailureNotice title={failure.title}>{[...failure.unplaced, failure.advice].join('. ')}</FailureNotice>}
      {Asked && <Asked {...props} onClose={() => ask(undefined)} />}
    </>
  );
}
