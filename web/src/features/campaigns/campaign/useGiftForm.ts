import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useDonateMoneyMutation } from '@/api/generated/giving';
import { useSettingsQuery } from '@/api/generated/platform';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { type Failure as CommandFailure, useCommand } from '@/parts/useCommand';
import { type FormInstance, setFieldErrors, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { bodyOf, emptyGift, failureOf, type GiftFailure, type GiftForm, type Quote, quoteOf } from './gift';

export interface Failure {
  readonly kind: GiftFailure;
  /** Why, in the server's code put into words. */
  readonly reason: string;
  readonly advice: string;
}

export interface GiftFormState {
  readonly form: FormInstance<GiftForm>;
  readonly values: GiftForm;
  readonly quote: Quote;
  /** Guests may say who they are. While it is not known yet nobody is asked, and nothing can be sent. */
  readonly giver: 'unknown' | 'guest' | 'member';
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly change: (changed: Partial<GiftForm>) => void;
  readonly submit: () => Promise<void>;
}

interface Options {
  campaign: Pick<CampaignDetail, 'id' | 'currency'>;
  /** Before leaving for the payment page. */
  onLeave: () => void;
  /** The campaign takes no gifts any more, or not now: its page must be read again. */
  onClosed: () => void;
}

/**
 * The gift being filled in. It belongs to the campaign's page, not to the card
 * or the sheet it is written in: what was entered stays while either is closed,
 * and goes with the page or when the member signs out.
 */
export function useGiftForm({ campaign, onLeave, onClosed }: Options): GiftFormState {
  const { t } = useTranslation('campaign');
  const { language, locale } = useFormat();
  const { data: settings } = useSettingsQuery();
  const session = useSession();
  const giver = session.status === 'anonymous' ? 'guest' : session.status;
  const [donate] = useDonateMoneyMutation();
  const [form] = useForm<GiftForm>();
  const [values, setValues] = useState(() => emptyGift(campaign.currency));
  const quote = quoteOf(values, campaign.currency, settings, locale);
  const command = useCommand(
    () => {
      const body = bodyOf(values, quote, { campaign: campaign.id, lang: language, guest: giver === 'guest' });
      return donate({ donateMoneyBody: body }).unwrap();
    },
    {
      leaves: true,
      onDone: ({ payment_url }) => {
        onLeave();
        showToast({ title: t('give.redirecting'), tone: 'info' });
        location.assign(payment_url);
      },
      onRefused: ({ code }) => {
        if (failureOf(code) === 'closed') onClosed();
      },
      place: (fields) => setFieldErrors(form, fields),
    },
  );
  const { run, busy, clear } = command;

  const [seen, setSeen] = useState(session);
  const [cleared, setCleared] = useState(0);
  if (seen !== session) {
    setSeen(session);
    const left = seen.status === 'member' && session.status === 'anonymous' && session.left;
    const another = seen.status === 'member' && session.status === 'member' && session.member.id !== seen.member.id;
    if (left || another) {
      setValues(emptyGift(campaign.currency));
      clear();
      setCleared(cleared + 1);
    }
  }
  useEffect(() => {
    if (cleared === 0) return;
    const fields = Object.entries(emptyGift(campaign.currency)) as Array<[keyof GiftForm, GiftForm[keyof GiftForm]]>;
    form.setFields(fields.map(([name, value]) => ({ name, value, errors: [], touched: false })));
  }, [cleared, form, campaign.currency]);

  const change = useCallback(
    (changed: Partial<GiftForm>) => {
      clear();
      setValues((old) => ({ ...old, ...changed, ...(changed.amount?.trim() && { preset: undefined }) }));
      if (changed.preset === undefined) return;
      form.setFields([{ name: 'amount', value: '', errors: [] }]);
      setValues((old) => ({ ...old, amount: '' }));
    },
    [form, clear],
  );

  async function submit(): Promise<void> {
    if (quote.state === 'ok' && giver !== 'unknown') await run(undefined);
  }

  const told = ({ problem, title, advice, unplaced: [unplaced = title] }: CommandFailure): Failure => {
    const kind = failureOf(problem.code);
    return { kind, reason: unplaced, advice: kind === 'payment' ? t('give.paymentAdvice') : advice };
  };
  return { form, values, quote, giver, busy, failure: command.failure && told(command.failure), change, submit };
}
