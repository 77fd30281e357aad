import type { OpenKeys } from './commandKeys';
import { keepDraft, readDraft } from './drafts';

/** How long a key is kept, in milliseconds, and how many of them. */
const kept = { for: 30 * 60 * 1000, most: 20 };

/** Of a command only its address is kept as it is, and a digest of it with its body. */
type Entry = readonly [address: string, digest: string, key: string, at: number];

const name = 'unanswered';
/** The server tells everybody's keys apart by itself. */
const anybody = 'all';

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [address, digest, key, at] = value as unknown[];
  return typeof address === 'string' && typeof digest === 'string' && typeof key === 'string' && typeof at === 'number';
}

/** 53 bits of a text (cyrb53, public domain), from which nothing of it can be read. `crypto.subtle` is missing on plain http. */
export function digestOf(text: string): string {
  let a = 0xde_ad_be_ef;
  let b = 0x41_c6_ce_57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36);
}

/**
 * Keeps the keys of unanswered commands over a reload of this tab, as drafts are and as long: what one sends again then is the
 * same command. What was sent before the reload and is not sent again is forgotten with the next answer of its address: who
 * takes a reaction back and feels it anew means something new.
 */
export function keepOverReload(before: OpenKeys, now: () => number = Date.now): OpenKeys {
  const here = new Set<string>();
  const addressOf = (intent: string) => intent.slice(0, intent.indexOf(' '));
  const read = (): Entry[] => {
    const all = readDraft(name, anybody);
    return Array.isArray(all) ? all.filter(isEntry).filter(([, , , at]) => now() - at < kept.for) : [];
  };
  const write = (all: readonly Entry[]) => keepDraft(name, anybody, all.slice(-kept.most));
  return {
    get(intent) {
      const digest = digestOf(intent);
      return before.get(intent) ?? read().find((entry) => entry[1] === digest)?.[2];
    },
    set(intent, key) {
      const digest = digestOf(intent);
      before.set(intent, key);
      here.add(digest);
      write([...read().filter((entry) => entry[1] !== digest), [addressOf(intent), digest, key, now()]]);
    },
    delete(intent) {
      const digest = digestOf(intent);
      before.delete(intent);
      here.delete(digest);
      write(read().filter((entry) => entry[1] !== digest && (here.has(entry[1]) || entry[0] !== addressOf(intent))));
    },
  };
}
