import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetDraft, keepChange, readChange } from '@/api/drafts';
import { useProblemText } from '@/i18n/useProblemText';
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
  /** The most characters that the server takes of it. */
  longest: number;
  /** Something else is there to be sent, so that no words are needed. */
  filled?: boolean;
  /** Hears what is wrong with that; gives back what is wrong with neither. */
  place?: (fields: Fields) => Fields;
  /** Sends what is written; of a change, with when that was said which it builds on. */
  send: (text: string, lang: Lang, buildsOn?: string) => Promise<unknown>;
  /** Hears what was typed after it was sent: it stays. */
  onDone: (left: string) => void;
  /** What one must be signed in for: said where the session ended meanwhile, since signing in takes the place of the form. */
  signedOut?: string | undefined;
}

const asIs = (fields: Fields) => fields;

/** What was typed after `sent` went out. Where that was changed meanwhile, none of it can be told apart, and all of it stays. */
export function typedSince(sent: string, now: string): string {
  if (sent.startsWith(now)) return '';
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

/** A text that somebody writes: kept over a reload until it is sent, with what is wrong with it. */
export function useWriting(options: Options) {
  const { draft, me, initial, newest, longest, filled = false, place = asIs, send, onDone, signedOut } = options;
  const { t, i18n } = useTranslation('feed');
  const say = useProblemText();
  // What it begins from, whatever becomes of that meanwhile: where it is not the same any more after a reload, newer words win.
  const [from, setFrom] = useState({ text: initial ?? '', at: newest?.at });
  const [text, setText] = useState(() => {
    const kept = draft && readChange(draft, me, from.text);
    return typeof kept === 'string' ? kept : from.text;
  });
  // The answer comes to what is written by then.
  const latest = useRef(text);
  const write = (words: string) => {
    latest.current = words;
    setText(words);
  };
  const [fault, setFault] = useState<string>();
  // What was done with newer words, until something is written.
  const [settled, setSettled] = useState<'taken' | 'kept'>();
  const change = (words: string) => {
    write(words);
    setFault(undefined);
    setSettled(undefined);
    if (draft) keepChange(draft, me, from.text, words);
  };
  // Where it says the same again, or just what is written here, nobody's words are lost.
  const isNewer = newest !== undefined && newest.text !== from.text && newest.text !== text.trim();
  const buildsOn = isNewer ? from.at : newest?.at;
  const { run, busy, failure, clear } = useCommand(() => send(text, asLang(i18n.language), buildsOn), {
    onDone: () => {
      const left = typedSince(text, latest.current);
      write(left || (initial ?? ''));
      if (draft && left) keepChange(draft, me, from.text, left);
      else if (draft) forgetDraft(draft, me);
      onDone(left);
    },
    onRefused: (problem) => {
      const { status, code } = problem;
      // So long that the server did not even read it: only the words can be that long.
      if (code === 'too_large') {
        setFault(say({ ...problem, code: 'too_long', args: { max: longest } }).title);
        return 'handled';
      }
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
    write(words);
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
