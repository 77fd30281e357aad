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

/** What is changed, as it is now. */
export interface Newest {
  readonly text: string;
  /** BCP 47 tag of the text. */
  readonly lang: string;
  /** When it came to say so. */
  readonly at: string;
}

interface Options {
  /** What the draft is kept as; without it nothing is kept. */
  draft?: string;
  /** Who writes. */
  me: string;
  /** What is there to be changed. */
  initial?: string;
  /** The same as it is now: somebody else may change it meanwhile. */
  newest?: Newest;
  /** Something else is there to be sent, so that no words are needed. */
  filled?: boolean;
  /** Hears what is wrong with that; gives back what is wrong with neither. */
  place?: (fields: Fields) => Fields;
  /** Sends what is written; of a change, with when that was said which it builds on. */
  send: (text: string, lang: Lang, buildsOn?: string) => Promise<unknown>;
  onDone: () => void;
  /** What one must be signed in for: said where the session ended meanwhile, since signing in takes the place of the form. */
  signedOut?: string | undefined;
}

const asIs = (fields: Fields) => fields;

/** A text that somebody writes: kept over a reload until it is sent, with what is wrong with it. */
export function useWriting({ draft, me, initial, newest, filled = false, place = asIs, send, onDone, signedOut }: Options) {
  const { t, i18n } = useTranslation('feed');
  // What it begins from, whatever becomes of that meanwhile: where it is not the same any more after a reload, newer words win.
  const [from, setFrom] = useState({ text: initial ?? '', at: newest?.at });
  const [text, setText] = useState(() => {
    const kept = draft && readChange(draft, me, from.text);
    return typeof kept === 'string' ? kept : from.text;
  });
  const [fault, setFault] = useState<string>();
  // What was done with newer words, until something is written.
  const [settled, setSettled] = useState<'taken' | 'kept'>();
  const change = (words: string) => {
    setText(words);
    setFault(undefined);
    setSettled(undefined);
    if (draft) keepChange(draft, me, from.text, words);
  };
  // Where it says the same again, or just what is written here, nobody's words are lost.
  const isNewer = newest !== undefined && newest.text !== from.text && newest.text !== text.trim();
  const buildsOn = isNewer ? from.at : newest?.at;
  const { run, busy, failure, clear } = useCommand(() => send(text, asLang(i18n.language), buildsOn), {
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
  const settle = (how: 'taken' | 'kept') => () => {
    if (!newest) return;
    const words = how === 'taken' ? newest.text : text;
    setText(words);
    setFrom(newest);
    setSettled(how);
    clear();
    if (draft) keepChange(draft, me, newest.text, words);
  };
  const blank = text.trim() === '' && !filled;
  return {
    text,
    change,
    fault,
    failure: failure?.placed ? undefined : failure,
    busy,
    blank,
    /** What it came to say while it was changed here; what one's own press does is none of it. */
    newer: isNewer && !busy ? { ...newest, take: settle('taken'), keep: settle('kept') } : undefined,
    settled,
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
