import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsQuery } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button } from '@/ui/Button';
import { Field, Form } from '@/ui/Form';
import { Select } from '@/ui/Select';
import { Assurance } from './Assurance';
import { amountOf, type GiftForm, leastOf } from './gift';
import { GiftWords } from './GiftWords';
import { Presets } from './Presets';
import { Sum } from './Sum';
import type { GiftFormState } from './useGiftForm';

/** What the command's failure was, what was kept, what to do. */
function Failed({ failure }: { failure: NonNullable<GiftFormState['failure']> }) {
  const { t } = useTranslation(['campaign', 'common']);
  return (
    <FailureNotice title={t('common:error.title')}>
      <p>{t(failure.kind === 'payment' ? 'give.paymentFailed' : 'give.failed')}</p>
      <p className="mut">
        {failure.kind !== 'payment' && `${failure.reason}. `}
        {failure.advice}
      </p>
    </FailureNotice>
  );
}

interface Props {
  campaign: CampaignDetail;
  gift: GiftFormState;
  /** Stands before the fields and scrolls with them. */
  head?: ReactNode;
}

/**
 * Giving money: the amount, what is added, and behind one line words and who gives. What it comes to and the way to the
 * payment stay in sight below; the fields scroll where there is no room for all.
 */
export function MoneyForm({ campaign, gift, head }: Props) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const { t: problem } = useTranslation('problems');
  const format = useFormat();
  const { data: settings } = useSettingsQuery();
  const { form, values, quote, giver, busy, failure, change, submit } = gift;
  const { currency } = quote;

  const checkAmount = (typed: string | undefined): Promise<void> => {
    // Asked of the form: when the currency has just changed, this was made before it did.
    const chosen = form.getFieldValue('currency') as GiftForm['currency'];
    const { state, sign } = amountOf({ amount: typed ?? '', currency: chosen }, format.locale, settings);
    if (state === 'other_currency') return Promise.reject(new Error(common('amount.otherCurrency', { sign, currency: chosen })));
    if (state === 'invalid') return Promise.reject(new Error(problem('code.amount_not_positive')));
    if (state === 'too_large') return Promise.reject(new Error(problem('code.amount_too_large')));
    if (state === 'too_small') {
      const unit = chosen.toLowerCase() as Lowercase<typeof chosen>;
      return Promise.reject(new Error(problem(`code.gift_too_small_${unit}`, { [unit]: leastOf(chosen, settings) })));
    }
    return Promise.resolve();
  };

  function enter(event: KeyboardEvent): void {
    // While the button is disabled the browser sends nothing on Enter; the reason must still be said.
    if (event.key !== 'Enter' || quote.state === 'ok') return;
    event.preventDefault();
    if (quote.state === 'missing') form.setFields([{ name: 'amount', errors: [problem('code.amount_not_positive')] }]);
    else form.validateFields(['amount']).catch(() => undefined);
  }

  return (
    <Form<GiftForm>
      className="campaign-gift"
      form={form}
      initialValues={values}
      noValidate
      onValuesChange={change}
      onFinish={() => void submit()}
    >
      <div className="campaign-gift-fields">
        {head}
        <div className="campaign-gift-kind">
          <span className="field-label" aria-hidden="true">
            {t('sum.gift')}
          </span>
          <Field name="currency" label={t('give.currency')}>
            {(control) => (
              <Select {...control}>
                {(settings?.currencies ?? [...new Set([campaign.currency, currency])]).map((code) => (
                  <option key={code} value={code}>
                    {code}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Presets currency={currency} chosen={values.preset} onChoose={(preset) => change({ preset })} />
        <div className="campaign-gift-own">
          <Field
            name="amount"
            label={t('give.other')}
            validateTrigger="onBlur"
            dependencies={['currency']}
            rules={[{ validator: (_, typed: string | undefined) => checkAmount(typed) }]}
          >
            {(control) => (
              <input
                className="input num"
                type="text"
                inputMode="decimal"
                autoComplete="off"
                placeholder={t('give.other')}
                onKeyDown={enter}
                {...control}
              />
            )}
          </Field>
        </div>
        {settings && (
          <Field
            name="cover_fees"
            valuePropName="checked"
            label={
              quote.feeOffer === undefined
                ? t('give.cover')
                : t('give.coverAmount', { amount: format.money({ amount: quote.feeOffer, currency }, 'always') })
            }
          >
            {(control) => <input type="checkbox" {...control} />}
          </Field>
        )}
        <GiftWords values={values} giver={giver} />
      </div>
      <div className="campaign-gift-pay">
        <Sum quote={quote} />
        {failure && <Failed failure={failure} />}
        <Button type="submit" size="large" block busy={busy} disabled={quote.state !== 'ok' || giver === 'unknown'}>
          {quote.state === 'ok'
            ? t('give.payAmount', { amount: format.money({ amount: quote.total, currency }) })
            : t('give.pay')}
        </Button>
        <Assurance campaign={campaign} settings={settings} />
      </div>
    </Form>
  );
}
