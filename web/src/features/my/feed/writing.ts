import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetDraft, keepChange, readChange } from '@/api/drafts';
import { useCommand } from '@/parts/useCommand';
import { showToast } from '@/ui/toast';

const languages = ['en', 'fr', 'es'] as const;
export type Lang = (typeof languages)[number];

export function asLang(lang: string): Lang {
  return languages.find((one) => one === lang) ?? 'en';
}

export type Fields = ReadonlyArray<{ readonly field: string; readonly text: string }>;

interface Options {
  /** What the draft is kept as; without it nothing is kept. */
  draft?: string;
  /** Who writes. */
  me: string;
  /** What is there to be changed. */
  initial?: string;
  /** Something else is there to be sent, so that no words are needed. */
  filled?: boolean;
  /** Hears what is wrong with that; gives back what is wrong with neither. */
  place?: (fields: Fields) => Fields;
  send: (text: string, lang: Lang) => Promise<unknown>;
  onDone: () => void;
  /** What one must be signed in for: said where the session ended meanwhile, since signing in takes the place of the form. */
  signedOut?: string | undefined;
}

const asIs = (fields: Fields) => fields;

/** A text that somebody writes: kept over a reload until it is sent, with what is wrong with it. */
export function useWriting({ draft, me, initial, filled = false, place = asIs, send, onDone, signedOut }: Options) {
  const { t, i18n } = useTranslation('feed');
  // What it begins from, whatever becomes of that meanwhile: where it is not the same any more after a reload, newer words win.
  const [from] = useState(initial ?? '');
  const [text, setText] = useState(() => {
    const kept = draft && readChange(draft, me, from);
    return typeof kept === 'string' ? kept : from;
  });
  const [fault, setFault] = useState<string>();
  const change = (words: string) => {
    setText(words);
    setFault(undefined);
    if (draft) keepChange(draft, me, from, words);
  };
  const { run, busy, failure } = useCommand(() => send(text, asLang(i18n.language)), {
    onDone: () => {
      setText(initial ?? '');
      if (draft) forgetDraft(draft, me);
      onDone();
    },
    onRefused: ({ status }) => {
      if (status !== 401 || !signedOut) return undefined;
      showToast({ tone: 'error', title: signedOut, text: t('keptHere') });
      return 'handled';
    },
    place: (fields) => {
      setFault(fields.find(({ field }) => field === 'text')?.text);
      return place(fields.filter(({ field }) => field !== 'text')).map((field) => field.text);
    },
  });
  const blank = text.trim() === '' && !filled;
  return {
    text,
    change,
    fault,
    failure: failure?.placed ? undefined : failure,
    busy,
    blank,
    /** Closes it: a change that is given up is kept no more, what is new stays until it is sent. */
    giveUp: (close: () => void) => () => {
      if (draft && initial !== undefined) forgetDraft(draft, me);
      close();
    },
    submit: () => {
      if (!blank) void run(undefined);
    },
  };
}
