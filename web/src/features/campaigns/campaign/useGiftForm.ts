import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '@/api/generated';
import { asProblem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { useProblemText } from '@/i18n/useProblemText';
import { type FormInstance, setFieldErrors, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { useDonateMoneyMutation, useSettingsQuery } from './api';
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
  campaign: Pick<Page, 'id' | 'currency'>;
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
  const problemText = useProblemText();
  const [donate] = useDonateMoneyMutation();
  const [form] = useForm<GiftForm>();
  const [values, setValues] = useState(() => emptyGift(campaign.currency));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const sending = useRef(false);
  const quote = quoteOf(values, campaign.currency, settings, locale);

  useEffect(() => {
    // Back from the payment page the browser may show this page as it was left: busy.
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      sending.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  const [seen, setSeen] = useState(session);
  const [cleared, setCleared] = useState(0);
  if (seen !== session) {
    setSeen(session);
    const left = seen.status === 'member' && session.status === 'anonymous' && session.left;
    const another = seen.status === 'member' && session.status === 'member' && session.member.id !== seen.member.id;
    if (left || another) {
      setValues(emptyGift(campaign.currency));
      setFailure(undefined);
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
      setFailure(undefined);
      setValues((old) => ({ ...old, ...changed, ...(changed.amount?.trim() && { preset: undefined }) }));
      if (changed.preset === undefined) return;
      form.setFields([{ name: 'amount', value: '', errors: [] }]);
      setValues((old) => ({ ...old, amount: '' }));
    },
    [form],
  );

  async function submit(): Promise<void> {
    if (sending.current || quote.state !== 'ok' || giver === 'unknown') return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = bodyOf(values, quote, { campaign: campaign.id, lang: language, guest: giver === 'guest' });
      const { payment_url } = await donate({ donateMoneyBody: body }).unwrap();
      onLeave();
      showToast({ title: t('give.redirecting'), tone: 'info' });
      // Still busy: the button must not work again while the browser leaves.
      location.assign(payment_url);
    } catch (error) {
      console.error('a gift was not recorded', error);
      sending.current = false;
      setBusy(false);
      const problem = asProblem(error);
      const text = problemText(problem);
      const left = setFieldErrors(form, text.fields);
      const kind = failureOf(problem.code);
      setFailure({ kind, reason: left[0] ?? text.title, advice: kind === 'payment' ? t('give.paymentAdvice') : text.advice });
      if (kind === 'closed') onClosed();
    }
  }

  return { form, values, quote, giver, busy, failure, change, submit };
}
