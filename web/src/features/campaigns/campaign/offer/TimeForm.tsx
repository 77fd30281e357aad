import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { usePledgeTimeMutation } from '@/api/generated/pledges';
import { useFormat } from '@/i18n/useFormat';
import { Field, Form } from '@/ui/Form';
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
  onDone: () => void;
}

/** Offering hours: how many and when, and behind one line skills and words. The organizer accepts or declines. */
export function TimeForm({ campaign, head, onDone }: Props) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const [pledge] = usePledgeTimeMutation();
  const { form, values, session, busy, failure, change, submit } = useOffer<TimeOffer>({
    kind: 'time',
    campaign: campaign.id,
    empty,
    send: ({ minutes, ...words }) => {
      const body = { ...words, campaign_id: campaign.id, minutes: Math.round(Number(minutes) * 60), lang: format.language };
      return pledge({ pledgeTimeBody: body }).unwrap();
    },
    done: { title: t('time.done'), text: t('time.doneText') },
    onDone,
  });
  const hours = Number(values.minutes);
  const entered = [values.skills, values.message].some((words) => words.trim() !== '');
  if (campaign.can_edit) return <Own head={head} />;
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
          <Field
            name="minutes"
            label={t('time.hours')}
            required
            validateTrigger="onBlur"
            rules={[
              {
                validator: (_, typed: string) =>
                  Number(typed) > 0 ? Promise.resolve() : Promise.reject(new Error(t('time.missing'))),
              },
            ]}
          >
            {(control) => (
              <Stepper
                value={values.minutes}
                onStep={(minutes) => change({ minutes })}
                least={quarter}
                most={mostHours}
                step={quarter}
                less={t('time.less')}
                more={t('time.more')}
                control={control}
              />
            )}
          </Field>
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
        label={hours > 0 ? t('time.pledge', { shown: format.count(hours) }) : t('time.pledgeNone')}
        guest={session.status === 'anonymous'}
        busy={busy}
        disabled={session.status === 'unknown'}
        failure={failure}
        failed={t('time.failed')}
      />
    </Form>
  );
}
