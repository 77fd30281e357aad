import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SessionState } from '@/api/session';
import { useSession } from '@/api/SessionContext';
import { useFormCommand } from '@/parts/useFormCommand';
import type { Failure } from '@/parts/useCommand';
import { type FormInstance, useForm } from '@/ui/Form';
import { forgetOffer, isSentAgain, keepOffer, keepSent, readOffer } from './draft';

interface Options<Values> {
  kind: 'time' | 'materials';
  campaign: string;
  empty: Values;
  send: (values: Values) => Promise<unknown>;
}

export interface OfferState<Values> {
  readonly form: FormInstance<Values>;
  readonly values: Values;
  readonly session: SessionState;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** The offer that was sent from this form, until another one is begun. */
  readonly sent: Values | undefined;
  /** Whether the same offer was sent within the last minute, so that a press has to be confirmed. */
  readonly asksAgain: boolean;
  readonly change: (changed: Partial<Values>) => void;
  readonly submit: (values: Values) => Promise<void>;
  readonly sendAgain: () => void;
  /** Shows the offer that was sent before, and sends no second one. */
  readonly keepOne: () => void;
  readonly begin: () => void;
}

/**
 * An offer being filled in. What was entered stays in this tab until it is sent. Visitors are led to sign in, and come back to
 * what they entered.
 */
export function useOffer<Values extends object>({ kind, campaign, empty, send }: Options<Values>): OfferState<Values> {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [form] = useForm<Values>();
  const [values, setValues] = useState(() => readOffer(kind, campaign, session, empty));
  const [sent, setSent] = useState<Values>();
  const [repeated, setRepeated] = useState<Values>();
  const [seen, setSeen] = useState(session);
  const command = useFormCommand(
    form,
    async (offer: Values) => {
      await send(offer);
      keepSent(kind, campaign, session, offer);
      forgetOffer(kind, campaign, session);
      setSent(offer);
    },
    {},
  );
  if (seen !== session) {
    setSeen(session);
    setValues(readOffer(kind, campaign, session, values));
  }
  useEffect(() => form.setFieldsValue(values), [form, values]);

  const change = (changed: Partial<Values>) => {
    command.clear();
    setRepeated(undefined);
    const next = { ...values, ...changed };
    setValues(next);
    keepOffer(kind, campaign, session, next);
  };
  const submit = async (filled: Values) => {
    if (session.status === 'unknown') return;
    const offer = { ...values, ...filled };
    if (session.status === 'member') {
      if (isSentAgain(kind, campaign, session, offer)) setRepeated(offer);
      else await command.run(offer);
      return;
    }
    keepOffer(kind, campaign, session, offer);
    await navigate(`/auth?next=${encodeURIComponent(`${pathname}?give=${kind}`)}`);
  };
  const sendAgain = () => {
    setRepeated(undefined);
    if (repeated) void command.run(repeated);
  };
  const keepOne = () => {
    setRepeated(undefined);
    setSent(repeated);
    forgetOffer(kind, campaign, session);
  };
  const begin = () => {
    setSent(undefined);
    setValues(empty);
  };
  const { busy, failure } = command;
  const asksAgain = repeated !== undefined;
  return { form, values, session, busy, failure, sent, asksAgain, change, submit, sendAgain, keepOne, begin };
}
