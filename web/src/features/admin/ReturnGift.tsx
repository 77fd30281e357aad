import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FoundGift, useReturnGiftMutation } from '@/api/generated/giving';
import { parseAmount } from '@/i18n/figures';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason } from '@/parts/ReasonDialog';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';

interface Values {
  amount: string;
  reason: string;
}

function Asking({ gift, onClose }: { gift: FoundGift; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { money, locale } = useFormat();
  const [form] = useForm<Values>();
  const [send] = useReturnGiftMutation();
  const { currency, cost, cost_currency: costCurrency } = gift;
  const minorOf = (typed: string): number | undefined => {
    if (typed.trim() === '') return 0; // all that is left
    const read = parseAmount(typed, locale, currency);
    return read.kind === 'amount' && read.minor > 0 ? read.minor : undefined;
  };
  const { run, busy, failure } = useFormCommand(
    form,
    ({ amount, reason }: Values) =>
      send({
        refundGiftBody: { campaign_id: gift.campaign_id, gift_id: gift.id, amount: minorOf(amount) ?? 0, reason },
      }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('gifts.refund.said') });
        onClose();
      },
    },
  );
  const left = money({ amount: gift.amount - gift.refunded, currency }, 'always');
  return (
    <Dialog open onClose={onClose} title={t('gifts.refund.title', { amount: left })}>
      <Form<Values>
        className="stack"
        form={form}
        initialValues={{ amount: '', reason: '' }}
        noValidate
        onFinish={(filled) => void run(filled)}
      >
        <p className="mut">{t('gifts.refund.text')}</p>
        {costCurrency && (
          <p className="mut">
            {t('gifts.refund.keeps', { amount: money({ amount: cost, currency: costCurrency }, 'always') })}
          </p>
        )}
        <Field
          name="amount"
          label={t('gifts.refund.amount', { currency })}
          hint={t('gifts.refund.amountHint')}
          validateTrigger="onBlur"
          rules={[
            {
              validator: (_, typed: string) =>
                minorOf(typed) === undefined ? Promise.reject(new Error(t('gifts.refund.malformed'))) : Promise.resolve(),
            },
          ]}
        >
          {(control) => <input className="input num" type="text" inputMode="decimal" autoComplete="off" {...control} />}
        </Field>
        <Field name="reason" label={t('gifts.refund.reason')} hint={t('gifts.refund.reasonHint')} required>
          {(control) => <textarea className="input" rows={3} maxLength={longestReason} {...control} />}
        </Field>
        {failure && (
          <FailureNotice title={failure.title}>
            <p className="mut">{failure.advice}</p>
          </FailureNotice>
        )}
        <div className="row">
          <Button variant="outline" onClick={onClose}>
            {t('gifts.refund.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('gifts.refund.send')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The button by which an administrator gives a gift back, and its dialog. */
export function ReturnGift({ gift, name }: { gift: FoundGift; name: string }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="small"
        label={t('gifts.refund.of', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('gifts.refund.send')}
      </Button>
      {open && <Asking gift={gift} onClose={() => setOpen(false)} />}
    </>
  );
}
