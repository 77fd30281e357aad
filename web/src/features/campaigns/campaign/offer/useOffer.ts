import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SessionState } from '@/api/session';
import { useSession } from '@/api/SessionContext';
import { useFormCommand } from '@/parts/useFormCommand';
import type { Failure } from '@/parts/useCommand';
import { type FormInstance, useForm } from '@/ui/Form';
import { showToast } from '@/ui/toast';
import { forgetOffer, keepOffer, readOffer } from './draft';

interface Options<Values> {
  kind: 'time' | 'materials';
  campaign: string;
  empty: Values;
  send: (values: Values) => Promise<unknown>;
  /** What the toast says. */
  done: { title: string; text: string };
  onDone: () => void;
}

export interface OfferState<Values> {
  readonly form: FormInstance<Values>;
  readonly values: Values;
  readonly session: SessionState;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly change: (changed: Partial<Values>) => void;
  readonly submit: (values: Values) => Promise<void>;
}

/**
 * An offer being filled in. What was entered stays in this tab until it is sent. Whoever is not signed in is led there, and
 * comes back to what they had entered.
 */
export function useOffer<Values extends object>(options: Options<Values>): OfferState<Values> {
  const { kind, campaign, empty, send, done, onDone } = options;
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [form] = useForm<Values>();
  const [values, setValues] = useState(() => readOffer(kind, campaign, session, empty));
  const [seen, setSeen] = useState(session);
  const command = useFormCommand(form, send, {
    onDone: () => {
      forgetOffer(kind, campaign, session);
      showToast(done);
      onDone();
    },
  });
  if (seen !== session) {
    setSeen(session);
    setValues(readOffer(kind, campaign, session, values));
  }
  useEffect(() => form.setFieldsValue(values), [form, values]);

  const change = (changed: Partial<Values>) => {
    command.clear();
    const next = { ...values, ...changed };
    setValues(next);
    keepOffer(kind, campaign, session, next);
  };
  const submit = async (filled: Values) => {
    if (session.status === 'unknown') return;
    if (session.status === 'member') return command.run({ ...values, ...filled });
    keepOffer(kind, campaign, session, { ...values, ...filled });
    await navigate(`/auth?next=${encodeURIComponent(`${pathname}?give=${kind}`)}`);
  };
  return { form, values, session, busy: command.busy, failure: command.failure, change, submit };
}
