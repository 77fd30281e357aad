import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetDraft, keepDraft, readDraft } from '@/api/drafts';
import { asProblem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { discard, sendInParts, upload as sendAtOnce } from '@/api/upload';
import { useProblemText } from '@/i18n/useProblemText';
import { filmTypes, isFilm, playable, refuseHEVC } from '@/parts/film';
import { photograph, pictureTypes } from '@/parts/photograph';
import type { Fields } from '../writing';

export type FileKind = 'photo' | 'video' | 'audio';

/** The most files of a post, as the server takes them. */
export const mostFiles = 10;

/** What is taken, and how large it may be in megabytes; photographs are made smaller before they are judged. */
export const taken = {
  photo: { types: pictureTypes },
  video: { types: filmTypes, megabytes: 200 },
  audio: {
    types: [
      'audio/webm',
      'audio/ogg',
      'audio/mp4',
      'audio/x-m4a',
      'audio/m4a',
      'audio/mpeg',
      'audio/mp3',
      'application/ogg',
      'video/webm',
      'video/ogg',
    ],
    megabytes: 25,
  },
} as const;

const kinds: readonly string[] = Object.keys(taken);

export interface Attached {
  readonly id: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly alt: string;
  /** Where it is shown from. */
  readonly source: string;
  /** Its name on the server, once it is there. */
  readonly upload?: string | undefined;
  /** How much of it is there, from 0 to 1, while it is on its way. */
  readonly sent?: number | undefined;
  /** Why it is not there. */
  readonly fault?: string | undefined;
  /** It makes sense to send it once more. */
  readonly again?: boolean;
  /** It was gone with a reload before it arrived: it has to be chosen again. */
  readonly gone?: boolean | undefined;
  /** What was chosen moves, and what is sent does not. */
  readonly still?: boolean;
  /** What is wrong with its description. */
  readonly altFault?: string | undefined;
}

export function addressOf(kind: FileKind, upload: string): string {
  return `/media/post-${kind}/${upload}/${kind === 'photo' ? '800.jpg' : kind}`;
}

interface Kept {
  readonly kind: FileKind;
  /** Its name on the server; empty where it did not arrive, so that nothing but what it was called is left. */
  readonly upload: string;
  readonly name: string;
  readonly alt: string;
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, upload, name, alt } = value as Record<string, unknown>;
  return (
    typeof kind === 'string' &&
    kinds.includes(kind) &&
    typeof upload === 'string' &&
    typeof name === 'string' &&
    typeof alt === 'string'
  );
}

function restored(draft: string, me: string, lost: string): Attached[] {
  const kept = readDraft(draft, me);
  if (!Array.isArray(kept)) return [];
  return kept.filter(isKept).map(({ kind, upload, name, alt }) => {
    if (!upload) return { id: crypto.randomUUID(), kind, name, alt, source: '', fault: lost, gone: true };
    return { id: upload, kind, upload, name, alt, source: addressOf(kind, upload) };
  });
}

/** The kind of a file that was chosen where photographs and videos are; undefined where it is neither. */
export function kindOf(file: File): FileKind | undefined {
  if (isFilm(file)) return 'video';
  return taken.photo.types.includes(file.type) ? 'photo' : undefined;
}

export interface Attachments {
  readonly all: readonly Attached[];
  /** How many more there may be. */
  readonly left: number;
  /** Adds files and sends them; those of no kind stand there as refused. */
  readonly add: (files: readonly File[], kind: (file: File) => FileKind | undefined) => void;
  readonly retry: (id: string) => void;
  /** Puts a file in the place of one that is gone, and sends it. */
  readonly replace: (id: string, file: File, kind: (file: File) => FileKind | undefined) => void;
  readonly remove: (id: string) => void;
  readonly describe: (id: string, alt: string) => void;
  /** Lets go of what can't be sent as it is: it would keep the next post back. */
  readonly dropRefused: () => void;
  /** Puts what the server refuses to the file that it is about. */
  readonly place: (fields: Fields) => Fields;
  /** The post is there: nothing is attached any more. */
  readonly clear: () => void;
}

const field = /^files\.(\d+)\.(\w+)$/;

/** The refusals that say themselves what was meant; sending the same bytes again makes no difference to them. */
const final = new Set([
  'file_too_large',
  'image_too_large',
  'unreadable_image',
  'unreadable_video',
  'unreadable_audio',
  'unplayable_video',
  'unplayable_audio',
  'video_hevc',
]);

/** The files of a post that is being written. Those that have arrived are kept over a reload, as its words are. */
export function useAttachments(draft: string, me: string): Attachments {
  const { t } = useTranslation('feed');
  const say = useProblemText();
  const session = useSessionKeeper();
  const [all, setAll] = useState<readonly Attached[]>(() => restored(draft, me, t('attach.gone')));
  const files = useRef(new Map<string, File>());
  const under = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const kept = all.map(({ kind, upload = '', name, alt }) => ({ kind, upload, name, alt }));
    if (kept.length > 0) keepDraft(draft, me, kept);
    else forgetDraft(draft, me);
  }, [all, draft, me]);
  useEffect(() => {
    const running = under.current;
    return () => {
      for (const one of running.values()) one.abort();
    };
  }, []);

  const change = (id: string, to: Partial<Attached>) =>
    setAll((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)));

  /** Shows what was made of a file in its place. */
  function show(id: string, picture: Blob, still: boolean): void {
    const source = URL.createObjectURL(picture);
    setAll((before) =>
      before.map((one) => {
        if (one.id !== id) return one;
        URL.revokeObjectURL(one.source);
        return { ...one, source, still };
      }),
    );
  }

  function faultOf(kind: FileKind, error: unknown): Partial<Attached> {
    const problem = asProblem(error);
    if (problem.status === 401) return { fault: t('attach.signedOut'), again: true };
    const unreadable = problem.code.startsWith('unreadable_') ? 'unreadable' : undefined;
    const again = !final.has(problem.code);
    if (kind === 'photo') return { fault: unreadable ? t('attach.fault.photo.unreadable') : say(problem).title, again };
    const code = problem.code === 'file_too_large' ? 'tooLarge' : unreadable;
    return { fault: code ? t(`attach.fault.${kind}.${code}`, { max: taken[kind].megabytes }) : say(problem).title, again };
  }

  async function send(id: string, kind: FileKind, file: File): Promise<void> {
    const ending = new AbortController();
    under.current.set(id, ending);
    change(id, { sent: 0, fault: undefined, again: false });
    const onProgress = (sent: number) => change(id, { sent });
    try {
      if (kind === 'video') await refuseHEVC(file);
      const { picture, still } = kind === 'photo' ? await photograph(file) : { picture: file, still: false };
      if (picture !== file) show(id, picture, still);
      const way = kind === 'photo' ? sendAtOnce : sendInParts;
      const upload = await way(`post-${kind}`, picture, { session, signal: ending.signal, onProgress });
      change(id, { upload, sent: undefined });
    } catch (error) {
      if (!ending.signal.aborted) change(id, { ...faultOf(kind, error), sent: undefined });
    }
    under.current.delete(id);
  }

  /** A file that was chosen, with what is wrong with it. */
  function chosenAs(id: string, file: File, kind: (file: File) => FileKind | undefined, alt: string) {
    files.current.set(id, file);
    const is = kind(file);
    const max = is && is !== 'photo' ? taken[is].megabytes : Infinity;
    const fits = file.size <= max * 1024 * 1024;
    const tooLarge = is && is !== 'photo' && !fits ? t(`attach.fault.${is}.tooLarge`, { max }) : undefined;
    const fault = is ? tooLarge : t('attach.fault.wrongType');
    const source = URL.createObjectURL(is === 'video' ? playable(file) : file);
    const one: Attached = { id, kind: is ?? 'photo', name: file.name, alt, source, fault };
    return { one, file, sends: fault === undefined };
  }

  const add: Attachments['add'] = (chosen, kind) => {
    const added = chosen.slice(0, mostFiles - all.length).map((file) => chosenAs(crypto.randomUUID(), file, kind, ''));
    setAll((before) => [...before, ...added.map(({ one }) => one)]);
    for (const { one, file, sends } of added) if (sends) void send(one.id, one.kind, file);
  };

  function drop(id: string): Attached | undefined {
    const one = all.find((attached) => attached.id === id);
    under.current.get(id)?.abort();
    files.current.delete(id);
    if (one?.source.startsWith('blob:')) URL.revokeObjectURL(one.source);
    return one;
  }

  return {
    all,
    left: mostFiles - all.length,
    add,
    retry: (id) => {
      const one = all.find((attached) => attached.id === id);
      const file = files.current.get(id);
      if (one && file) void send(id, one.kind, file);
    },
    replace: (id, file, kind) => {
      const old = all.find((attached) => attached.id === id);
      if (!old) return;
      const { one, sends } = chosenAs(id, file, kind, old.alt);
      setAll((before) => before.map((attached) => (attached.id === id ? one : attached)));
      if (sends) void send(id, one.kind, file);
    },
    remove: (id) => {
      const one = drop(id);
      setAll((before) => before.filter((attached) => attached.id !== id));
      // Where this is lost, it goes by itself.
      if (one?.upload) void discard(`post-${one.kind}`, one.upload, session).catch(() => undefined);
    },
    describe: (id, alt) => change(id, { alt, altFault: undefined }),
    dropRefused: () => {
      const refused = all.filter(({ fault, again }) => fault !== undefined && !again);
      for (const { id } of refused) drop(id);
      setAll((before) => before.filter((one) => !refused.includes(one)));
    },
    place: (fields) =>
      fields.filter(({ field: name, text }) => {
        const [, number, what] = field.exec(name) ?? [];
        const one = number === undefined ? undefined : all[Number(number)];
        if (!one) return true;
        const again = files.current.has(one.id);
        change(one.id, what === 'alt' ? { altFault: text } : { fault: text, upload: undefined, again });
        return false;
      }),
    clear: () => {
      for (const { id } of all) drop(id);
      setAll([]);
    },
  };
}
