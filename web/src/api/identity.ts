import type { Problem } from './problem';

/** What shows that it is oneself. */
export type Means = 'passkey' | 'code' | 'password' | 'provider';

/** What a member is to show before something is done. */
export interface Wanted {
  /** Any of them is enough; empty where only a mail helps. */
  readonly by: readonly Means[];
  /** Whose sign-in counts, where `by` has `provider`. */
  readonly providers: readonly string[];
}

const all: readonly unknown[] = ['passkey', 'code', 'password', 'provider'] satisfies Means[];

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** What a refusal wants shown before the same is sent again; undefined for every other refusal. */
export function identityWanted({ code, args }: Problem): Wanted | undefined {
  if (code !== 'proof_required') return undefined;
  const by = texts(args.by).filter((one): one is Means => all.includes(one));
  return { by, providers: texts(args.providers) };
}

type Ask = (wanted: Wanted) => Promise<boolean>;

let ask: Ask | undefined;

/** Has a part of the app ask from now on; it gives what ends that. */
export function answerIdentity(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = undefined;
  };
}

/** Asks the member to confirm that it is them; false where they don't, or nothing is there to ask them. */
export async function confirmIdentity(wanted: Wanted): Promise<boolean> {
  return (await ask?.(wanted)) ?? false;
}
