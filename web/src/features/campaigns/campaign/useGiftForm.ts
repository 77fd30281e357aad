import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useDonateMoneyMutation } from '@/api/generated/giving';
import { useSettingsQuery } from '@/api/generated/platform';
import type { SessionState } from '@/api/session';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { forgetGift, keepGift, readGift } from '@/parts/giftDraft';
import { type Failure as CommandFailure, useCommand } from '@/parts/useCommand';
import { type FormInstance, setFieldErrors, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { bodyOf, emptyGift, failureOf, type GiftFailure, type GiftForm, type Quote, quoteOf } from './gift';
import { isUntouchedGift, restoredGift } from './restoredGift';

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
  /** It was sent before, and its giver came back without having paid. */
  readonly cameBack: boolean;
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
 * or the sheet it is written in: what was entered stays while either is closed
 * and, in this tab, until the gift is paid or the member signs out.
 */
export function useGiftForm({ campaign, onLeave, onClosed }: Options): GiftFormState {
  const { t } = useTranslation('campaign');
  const { language, locale } = useFormat();
  const { data: settings } = useSettingsQuery();
  const session = useSession();
  const giver = session.status === 'anonymous' ? 'guest' : session.status;
  const [donate] = useDonateMoneyMutation();
  const [form] = useForm<GiftForm>();
  const member = session.status === 'member' ? session.member.id : undefined;
  const { id, currency } = campaign;
  // Nothing is shown to somebody of whom it is not known yet whether they typed it.
  const read = (who: SessionState) => {
    const draft = who.status === 'unknown' ? undefined : readGift(id, who.status === 'member' ? who.member.id : undefined);
    const restored = restoredGift(draft?.values, currency);
    return draft && restored && { draft, restored };
  };
  const [kept] = useState(() => read(session));
  const [values, setValues] = useState(() => kept?.restored ?? emptyGift(currency));
  const [cameBack, setCameBack] = useState(kept?.draft.left === true);
  const isSent = useRef(false);
  const quote = quoteOf(values, currency, settings, locale);
  const command = useCommand(
    () => {
      const body = bodyOf(values, quote, { campaign: id, lang: language, guest: giver === 'guest' });
      return donate({ donateMoneyBody: body }).unwrap();
    },
    {
      leaves: true,
      onDone: ({ donation_id, payment_url }) => {
        onLeave();
        isSent.current = true;
        keepGift(id, member, { values, sent: donation_id, left: true });
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
  /** Values that take the place of those in the fields. */
  const [replaced, setReplaced] = useState<GiftForm>();
  const replace = (next: GiftForm) => {
    setValues(next);
    setReplaced(next);
    clear();
  };
  if (seen !== session) {
    setSeen(session);
    const left = seen.status === 'member' && session.status === 'anonymous' && session.left;
    const another = seen.status === 'member' && session.status === 'member' && session.member.id !== seen.member.id;
    const found = another || (seen.status === 'unknown' && isUntouchedGift(values, currency)) ? read(session) : undefined;
    if (left || another || found) replace(found?.restored ?? emptyGift(currency));
    if (found?.draft.left) setCameBack(true);
  }
  useEffect(() => {
    if (!replaced) return;
    const fields = Object.entries({ ...emptyGift(currency), ...replaced }) as Array<[keyof GiftForm, GiftForm[keyof GiftForm]]>;
    form.setFields(fields.map(([name, value]) => ({ name, value, errors: [], touched: false })));
  }, [replaced, form, currency]);

  const known = session.status !== 'unknown';
  useEffect(() => {
    if (!known) return;
    if (isUntouchedGift(values, currency)) forgetGift(id, member);
    else {
      const { sent } = readGift(id, member) ?? {};
      keepGift(id, member, { values, ...(sent && { sent }) });
    }
  }, [values, known, member, id, currency]);
  useEffect(() => {
    // The browser may show this page again as it was left, though its gift was paid since.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isSent.current && !readGift(id, member)) replace(emptyGift(currency));
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  });

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
  return { form, values, quote, giver, cameBack, busy, failure: command.failure && told(command.failure), change, submit };
}
