import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '@/api/drafts';
import { type Draft, useBeginDraftMutation, useLazyMyDraftQuery, useSaveDraftMutation } from '@/api/generated/drafts';
import { asProblem, type Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { draftBody, draftValues } from './draft';
import { restored, type Values } from './values';

/** A save follows a pause in typing of this long, in milliseconds. */
const pause = 3000;

/** Saves by themselves come no closer than this, in milliseconds: each stays in the log. */
const apart = 15_000;

/** A draft as it was saved last, as far as this page knows. */
export interface Kept {
  readonly id: string;
  readonly number: number;
}

/** Where the draft stands. */
export type Standing =
  | { readonly is: 'none' }
  | { readonly is: 'saving' }
  /** `at` is an ISO 8601 instant. */
  | { readonly is: 'saved'; readonly at: string }
  | { readonly is: 'failed'; readonly problem: Problem }
  /** Another device saved it since: `theirs` is what it says there. */
  | { readonly is: 'conflict'; readonly theirs: Draft }
  /** Another device launched it, or threw it away. */
  | { readonly is: 'launched'; readonly id: string }
  | { readonly is: 'gone' };

interface Start {
  readonly values: Values;
  readonly standing: Standing;
}

/** What a tab keeps until the server has it: what was typed since, and on which save of the draft it builds. */
interface Unsaved {
  readonly number: number;
  readonly values: unknown;
}

function unsaved(name: string, member: string): Unsaved | undefined {
  const kept = readDraft(name, member);
  if (typeof kept !== 'object' || kept === null || !('number' in kept) || !('values' in kept)) return undefined;
  return typeof kept.number === 'number' ? { number: kept.number, values: kept.values } : undefined;
}

/** What the page begins with: the draft, or what this tab kept of it because it was not saved before a reload or a sign-in. */
function begun(draft: Draft | undefined, member: string, lang: Values['lang']): Start {
  const kept = unsaved(nameOf(draft?.id), member);
  if (!draft) return { values: restored(kept?.values, lang), standing: { is: 'none' } };
  if (!kept) return { values: draftValues(draft, lang), standing: { is: 'saved', at: draft.saved_at } };
  return {
    values: restored(kept.values, lang),
    standing: kept.number === draft.number ? { is: 'saved', at: draft.saved_at } : { is: 'conflict', theirs: draft },
  };
}

/** Milliseconds, by this device. */
const clock = () => Date.now();

const nameOf = (id: string | undefined) => `campaign.${id ?? 'new'}`;

interface Options {
  /** The draft that is taken up; none for a new one. */
  draft: Draft | undefined;
  member: string;
  /** What the form holds now. */
  values: () => Values;
  /** Hears the id of a draft that was begun. */
  onBegun: (id: string) => void;
}

/** Keeps what is written on the server: when told to, and by itself while somebody writes on a draft that there is. */
export function useDraft({ draft, member, values, onBegun }: Options) {
  const { language, locale } = useFormat();
  const [start] = useState(() => begun(draft, member, language));
  const [standing, setStanding] = useState(start.standing);
  const [begin] = useBeginDraftMutation();
  const [send] = useSaveDraftMutation();
  const [read] = useLazyMyDraftQuery();

  const at = useRef<Kept | undefined>(draft && { id: draft.id, number: draft.number });
  // As it was sent last, so that nothing is saved twice.
  const said = useRef(draft ? JSON.stringify(draftBody(draftValues(draft, language), locale)) : '');
  const underWay = useRef<Promise<boolean> | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const savedAt = useRef(0);
  const stands = useRef(start.standing);
  const stand = useCallback((next: Standing) => {
    stands.current = next;
    setStanding(next);
  }, []);

  const typed = () => JSON.stringify(draftBody(values(), locale));

  /** Says why a draft could not be saved, or launched. */
  const refused = async (problem: Problem): Promise<void> => {
    const id = at.current?.id;
    if (problem.code === 'draft_launched' && id) stand({ is: 'launched', id });
    else if (problem.code === 'draft_not_found') stand({ is: 'gone' });
    else if (problem.code === 'draft_conflict' && id) {
      try {
        stand({ is: 'conflict', theirs: await read({ id }).unwrap() });
      } catch (error) {
        await refused(asProblem(error));
      }
    } else stand({ is: 'failed', problem });
  };

  const put = async (body: string): Promise<boolean> => {
    const content = JSON.parse(body) as ReturnType<typeof draftBody>;
    const before = at.current;
    stand({ is: 'saving' });
    try {
      const { draft_id: id, number } = before
        ? await send({ saveDraftBody: { draft_id: before.id, number: before.number, ...content } }).unwrap()
        : await begin({ contentBody: content }).unwrap();
      at.current = { id, number };
      said.current = body;
      savedAt.current = clock();
      stand({ is: 'saved', at: new Date(savedAt.current).toISOString() });
      forgetDraft(nameOf(before?.id), member);
      if (typed() !== body) keep();
      if (!before) onBegun(id);
      return true;
    } catch (error) {
      await refused(asProblem(error));
      return false;
    }
  };

  const keep = () => keepDraft(nameOf(at.current?.id), member, { number: at.current?.number ?? 0, values: values() });

  /** Whether there is something that a choice or a new draft must come before. */
  const isBarred = () => stands.current.is === 'conflict' || stands.current.is === 'launched';

  /** Saves what is written, unless it is saved; tells whether it is now. */
  const save = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    while (underWay.current) await underWay.current;
    if (isBarred()) return false;
    if (stands.current.is === 'gone') {
      at.current = undefined; // what is written becomes a draft of its own
      said.current = '';
    }
    const body = typed();
    if (at.current && body === said.current) return true;
    const sending = put(body);
    underWay.current = sending;
    const done = await sending;
    underWay.current = undefined;
    return done;
  };

  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    start: start.values,
    standing,
    /** The draft to go on from, once nothing is under way. */
    settled: async (): Promise<Kept | undefined> => {
      clearTimeout(timer.current);
      while (underWay.current) await underWay.current;
      return stands.current.is === 'gone' ? undefined : at.current;
    },
    /** The draft's id, for the page's address. */
    id: () => at.current?.id,
    save,
    refused,
    /** Hears that something was typed. */
    changed: () => {
      keep();
      if (!at.current || isBarred() || stands.current.is === 'gone') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), Math.max(pause, savedAt.current + apart - clock()));
    },
    /** Whether leaving would lose something. */
    isUnsaved: (untouched: boolean): boolean =>
      at.current && stands.current.is !== 'gone' ? typed() !== said.current : !untouched,
    /** Goes on with what the other device wrote; answers it. */
    takeTheirs: (theirs: Draft): Values => {
      const taken = draftValues(theirs, language);
      at.current = { id: theirs.id, number: theirs.number };
      said.current = JSON.stringify(draftBody(taken, locale));
      forgetDraft(nameOf(theirs.id), member);
      stand({ is: 'saved', at: theirs.saved_at });
      return taken;
    },
    /** Saves what stands here over what the other device wrote. */
    keepMine: async (theirs: Draft): Promise<void> => {
      at.current = { id: theirs.id, number: theirs.number };
      said.current = '';
      stand({ is: 'saving' });
      await save();
    },
    /** Leaves nothing of it in this tab: it was launched, or put aside by whoever wrote it. */
    forget: () => {
      clearTimeout(timer.current);
      forgetDraft(nameOf(at.current?.id), member);
      forgetDraft(nameOf(undefined), member);
    },
  };
}
