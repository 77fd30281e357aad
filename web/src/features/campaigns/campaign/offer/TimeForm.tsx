import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { usePledgeTimeMutation } from '@/api/generated/pledges';
import { useFigures } from '@/i18n/useFigures';
import { useFormat } from '@/i18n/useFormat';
import { FigureField } from '@/parts/FigureField';
import { Field, Form } from '@/ui/Form';
import { Offered } from './Offered';
import { Fold, Own, Send, Words } from './OfferFrame';
import { Stepper } from './Stepper';
import { useOffer } from './useOffer';

/** The form as it is filled in; field names are the server's, so that its errors find them. */
interface TimeOffer {
  /** Hours, as typed. */
  minutes: string;
  availability: string;
  skills: string;
  message: string;
  anonymous: boolean;
}

const empty: TimeOffer = { minutes: '2', availability: '', skills: '', message: '', anonymous: false };

/** What the server takes: quarters of an hour, and as many hours. */
const quarter = 0.25;
const mostHours = 1000;
const mostWords = 500;

interface Props {
  campaign: CampaignDetail;
  /** Stands before the fields and scrolls with them. */
  head?: ReactNode;
  /** The button that passes the campaign on, for the thank-you. */
  share?: ReactNode;
}

/** Offering hours: how many and when, and behind one line skills and words. The organizer accepts or declines. */
export function TimeForm({ campaign, head, share }: Props) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const figures = useFigures();
  const [pledge] = usePledgeTimeMutation();
  const offer = useOffer<TimeOffer>({
    kind: 'time',
    campaign: campaign.id,
    empty,
    send: ({ minutes, ...words }) => {
      const body = { ...words, campaign_id: campaign.id, minutes: figures.minutes(minutes) ?? 0, lang: format.language };
      return pledge({ pledgeTimeBody: body }).unwrap();
    },
  });
  const { form, values, session, busy, failure, sent, change, submit } = offer;
  const minutes = figures.minutes(values.minutes);
  const entered = [values.skills, values.message].some((words) => words.trim() !== '');
  if (campaign.can_edit) return <Own head={head} />;
  if (sent) {
    return (
      <Offered
        campaign={campaign}
        head={head}
        what={t('done.hours', { shown: format.count((figures.minutes(sent.minutes) ?? 0) / 60) })}
        text={t('time.doneText')}
        more={t('done.moreTime')}
        onMore={offer.begin}
        share={share}
      />
    );
  }
  return (
    <Form<TimeOffer>
      className="campaign-gift offer"
      form={form}
      initialValues={values}
      noValidate
      onValuesChange={change}
      onFinish={(filled) => void submit(filled)}
    >
      <div className="campaign-gift-fields">
        {head}
        <div className="offer-fields">
          <FigureField
            name="minutes"
            kind="hours"
            label={t('time.hours')}
            missing={t(session.status === 'member' ? 'time.empty' : 'time.missing')}
          >
            {(control) => (
              <Stepper
                number={minutes === undefined ? undefined : minutes / 60}
                onStep={(hours) => change({ minutes: hours })}
                typed={(hours) => figures.typedHours(hours * 60)}
                least={quarter}
                most={mostHours}
                inputMode="decimal"
                less={t('time.less')}
                more={t('time.more')}
                control={control}
              />
            )}
          </FigureField>
          <Field name="availability" label={t('time.availability')} hint={t('time.availabilityHint')}>
            {(control) => <textarea className="input" rows={2} maxLength={mostWords} {...control} />}
          </Field>
        </div>
        <Fold title={t('time.fold')} said={t(entered ? 'said.some' : 'said.none')}>
          <Field name="skills" label={t('time.skills')}>
            {(control) => <textarea className="input" rows={2} maxLength={mostWords} {...control} />}
          </Field>
          <Words />
        </Fold>
      </div>
      <Send
        label={minutes ? t('time.pledge', { shown: format.count(minutes / 60) }) : t('time.pledgeNone')}
        guest={session.status === 'anonymous'}
        busy={busy}
        disabled={session.status === 'unknown'}
        failure={failure}
        failed={t('time.failed')}
        asksAgain={offer.asksAgain}
        onAgain={offer.sendAgain}
        onNotAgain={offer.keepOne}
      />
    </Form>
  );
}
