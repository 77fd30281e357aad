import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CampaignGift, useDeclineRefundMutation, useRefundGiftMutation } from '@/api/generated/giving';
import { parseAmount } from '@/i18n/figures';
import { useFormat } from '@/i18n/useFormat';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Form';
import { Segmented } from '@/ui/Segmented';
import { showToast } from '@/ui/toast';
import { Ask } from '../Ask';

interface Props {
  campaign: string;
  gift: CampaignGift;
  onClose: () => void;
}

function AskRefund({ campaign, gift, onClose }: Props) {
  const { t } = useTranslation('book');
  const { t: problem } = useTranslation('problems');
  const { money, locale } = useFormat();
  const [refund] = useRefundGiftMutation();
  const [how, setHow] = useState<'all' | 'part'>('all');
  const { currency, cost, cost_currency: costCurrency } = gift;
  const amount = gift.amount - gift.refunded;
  const minorOf = (typed: string): number | undefined => {
    const read = parseAmount(typed, locale, currency);
    return read.kind === 'amount' && read.minor > 0 ? read.minor : undefined;
  };
  return (
    <Ask
      title={t('refund.title', { amount: money({ amount, currency }, 'always') })}
      initial={{ amount: '', reason: '' }}
      send={t('refund.send')}
      said={t('refund.said')}
      danger
      onSend={({ amount: typed, reason }) =>
        refund({
          refundGiftBody: {
            campaign_id: campaign,
            gift_id: gift.id,
            reason,
            ...(how === 'part' && { amount: minorOf(typed) ?? 0 }),
          },
        }).unwrap()
      }
      onDone={() => undefined}
      onClose={onClose}
    >
      <p className="mut">{t('refund.text')}</p>
      <p className="mut">
        {costCurrency
          ? t('refund.keeps', { amount: money({ amount: cost, currency: costCurrency }, 'always') })
          : t('refund.keepsSome')}
      </p>
      <Segmented
        legend={t('refund.how')}
        options={[
          { value: 'all', label: t('refund.all') },
          { value: 'part', label: t('refund.part') },
        ]}
        value={how}
        onChange={setHow}
      />
      {how === 'part' && (
        <Field
          name="amount"
          label={t('refund.amount', { currency })}
          required
          validateTrigger="onBlur"
          rules={[
            {
              validator: (_, typed: string) =>
                minorOf(typed) ? Promise.resolve() : Promise.reject(new Error(problem('code.amount_not_positive'))),
            },
          ]}
        >
          {(control) => <input className="input num" type="text" inputMode="decimal" autoComplete="off" {...control} />}
        </Field>
      )}
      <Field name="reason" label={t('refund.reason')} hint={t('refund.reasonHint')} required>
        {(control) => <textarea className="input" rows={3} maxLength={longestReason} {...control} />}
      </Field>
    </Ask>
  );
}

/** Gives a gift back, whole or in part. The figures change once the payment provider has made the refund. */
export function Refund({ campaign, gift, name }: { campaign: string; gift: CampaignGift; name: string }) {
  const { t } = useTranslation('book');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" label={t('refund.of', { name })} onClick={() => setAsking(true)}>
        {t('refund.send')}
      </Button>
      {asking && <AskRefund campaign={campaign} gift={gift} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Answers a giver who asks for their gift back: no, and why. */
export function Decline({ campaign, gift, name }: { campaign: string; gift: CampaignGift; name: string }) {
  const { t } = useTranslation('book');
  const { t: pledges } = useTranslation('pledges');
  const [decline] = useDeclineRefundMutation();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="quiet" size="small" label={t('decline.of', { name })} onClick={() => setAsking(true)}>
        {t('decline.send')}
      </Button>
      {asking && (
        <ReasonDialog
          title={t('decline.title')}
          label={t('refund.reason')}
          hint={t('refund.reasonHint')}
          go={t('decline.send')}
          back={pledges('cancel')}
          send={(reason) =>
            decline({ declineRefundBody: { campaign_id: campaign, gift_id: gift.id, reason } }).unwrap()
          }
          onDone={() => {
            showToast({ title: t('decline.said') });
            close();
          }}
          onClose={close}
        >
          {t('decline.text')}
        </ReasonDialog>
      )}
    </>
  );
}
