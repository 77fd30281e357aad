import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { type PledgeMaterialBody, usePledgeMaterialMutation } from '@/api/generated/pledges';
import { parseAmount } from '@/i18n/figures';
import { useFigures } from '@/i18n/useFigures';
import { useFormat } from '@/i18n/useFormat';
import { FigureField } from '@/parts/FigureField';
import { Field, Form } from '@/ui/Form';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { firstOpen } from './needs';
import { NeedChoice } from './NeedChoice';
import { Offered } from './Offered';
import { Fold, Own, Send, Words } from './OfferFrame';
import { Stepper } from './Stepper';
import { useOffer } from './useOffer';

/** The form as it is filled in; field names are the server's, so that its errors find them. */
interface ThingOffer {
  /** The id of a need; empty for something else. */
  need_id: string;
  item: string;
  /** How many, as typed. */
  quantity: string;
  condition: PledgeMaterialBody['condition'];
  /** As typed, in the campaign's currency. */
  value: string;
  delivery: PledgeMaterialBody['delivery'];
  lent: boolean;
  until: string;
  address: string;
  message: string;
  anonymous: boolean;
}

const conditions = ['new', 'excellent', 'good', 'fair', 'poor'] as const;
const deliveries = ['drop_off', 'pickup', 'courier', 'post'] as const;

/** The most characters, and the most things, that the server takes. */
const mostItem = 120;
const mostWords = 500;
const mostThings = 10_000;

interface Props {
  campaign: CampaignDetail;
  /** Stands before the fields and scrolls with them. */
  head?: ReactNode;
  /** The button that passes the campaign on, for the thank-you. */
  share?: ReactNode;
}

/** Offering things: what and how many, to keep or on loan, and how they come. The organizer accepts or declines. */
export function ThingForm({ campaign, head, share }: Props) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const figures = useFigures();
  const { currency, needs } = campaign;
  const [pledge] = usePledgeMaterialMutation();
  const minor = (typed: string) => {
    const amount = parseAmount(typed, format.locale, currency);
    return amount.kind === 'amount' ? amount.minor : undefined;
  };
  const offer = useOffer<ThingOffer>({
    kind: 'materials',
    campaign: campaign.id,
    empty: {
      need_id: firstOpen(needs),
      item: '',
      quantity: '1',
      condition: 'good',
      value: '',
      delivery: 'drop_off',
      lent: false,
      until: '',
      address: '',
      message: '',
      anonymous: false,
    },
    send: ({ need_id: need, item, quantity, value, until, address, ...rest }) => {
      const worth = minor(value);
      const body: PledgeMaterialBody = {
        ...rest,
        campaign_id: campaign.id,
        quantity: figures.whole(quantity) ?? 0,
        lang: format.language,
        ...(need ? { need_id: need } : { item }),
        ...(worth && { value: worth, currency }),
        ...(rest.lent && { until }),
        ...(rest.delivery === 'pickup' && { address }),
      };
      return pledge({ pledgeMaterialBody: body }).unwrap();
    },
  });
  const { form, values, session, busy, failure, sent, change, submit } = offer;
  const known = needs.find(({ id }) => id === values.need_id);
  const chosen = known ? values.need_id : '';
  const item = known?.item ?? values.item.trim();
  const many = figures.whole(values.quantity);
  if (campaign.can_edit) return <Own head={head} />;
  if (sent) {
    const given = needs.find(({ id }) => id === sent.need_id)?.item ?? sent.item.trim();
    return (
      <Offered
        campaign={campaign}
        head={head}
        what={t('done.things', { shown: format.count(figures.whole(sent.quantity) ?? 0), item: given })}
        text={t('things.doneText')}
        more={t('done.moreThings')}
        onMore={offer.begin}
        share={share}
      />
    );
  }
  return (
    <Form<ThingOffer>
      className="campaign-gift offer"
      form={form}
      initialValues={values}
      noValidate
      onValuesChange={change}
      onFinish={(filled) => void submit({ ...filled, need_id: chosen, lent: values.lent })}
    >
      <div className="campaign-gift-fields">
        {head}
        <div className="offer-fields">
          <NeedChoice needs={needs} lang={campaign.lang} value={chosen} onChoose={(need) => change({ need_id: need })} />
          {!known && (
            <Field
              name="item"
              label={t('things.item')}
              required
              validateTrigger="onBlur"
              rules={[{ required: true, whitespace: true, message: t('things.missing') }]}
            >
              {(control) => <input className="input" type="text" maxLength={mostItem} {...control} />}
            </Field>
          )}
          <div className="offer-pair">
            <FigureField name="quantity" kind="count" label={t('things.quantity')}>
              {(control) => (
                <Stepper
                  number={many}
                  onStep={(quantity) => change({ quantity })}
                  typed={String}
                  least={1}
                  most={mostThings}
                  inputMode="numeric"
                  less={t('things.fewer')}
                  more={t('things.more')}
                  control={control}
                />
              )}
            </FigureField>
            <Segmented
              legend={t('things.way')}
              options={[
                { value: 'give', label: t('things.give') },
                { value: 'lend', label: t('things.lend') },
              ]}
              value={values.lent ? 'lend' : 'give'}
              onChange={(way) => change({ lent: way === 'lend' })}
            />
          </div>
          {values.lent && (
            <Field name="until" label={t('things.until')} required>
              {(control) => <input className="input" type="date" {...control} />}
            </Field>
          )}
          <Field name="delivery" label={t('things.delivery')}>
            {(control) => (
              <Select {...control}>
                {deliveries.map((way) => (
                  <option key={way} value={way}>
                    {t(`things.by.${way}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {values.delivery === 'pickup' && (
            <Field name="address" label={t('things.address')} hint={t('things.addressHint')}>
              {(control) => <textarea className="input" rows={2} maxLength={mostWords} {...control} />}
            </Field>
          )}
        </div>
        <Fold title={t('things.fold')} said={t('said.condition', { shown: t(`things.is.${values.condition}`) })}>
          <Field name="condition" label={t('things.condition')}>
            {(control) => (
              <Select {...control}>
                {conditions.map((one) => (
                  <option key={one} value={one}>
                    {t(`things.is.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            name="value"
            label={t('things.value', { currency })}
            validateTrigger="onBlur"
            rules={[
              {
                validator: (_, typed: string) =>
                  typed.trim() === '' || minor(typed) !== undefined
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('things.badValue'))),
              },
            ]}
          >
            {(control) => <input className="input num" type="text" inputMode="decimal" autoComplete="off" {...control} />}
          </Field>
          <Words />
        </Fold>
      </div>
      <Send
        label={item && many ? t('things.pledge', { shown: format.count(many), item }) : t('things.pledgeNone')}
        guest={session.status === 'anonymous'}
        busy={busy}
        disabled={session.status === 'unknown'}
        failure={failure}
        failed={t('things.failed')}
        asksAgain={offer.asksAgain}
        onAgain={offer.sendAgain}
        onNotAgain={offer.keepOne}
      />
    </Form>
  );
}
