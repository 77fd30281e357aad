/*
 * A browser records into a stream, and says nowhere in it how long it becomes: players show 0:00. What is known once it has
 * ended is written where WebM has it, the element Duration in Info (RFC 9559, section 5.1.2.5).
 */

const ebml = 0x1a45dfa3;
const segment = 0x18538067;
const info = 0x1549a966;
const timestampScale = 0x2ad7b1;
const duration = 0x4489;

/** Bytes in which the beginning of a recording lies. */
const head = 4096;

interface Element {
  readonly id: number;
  /** Where its size stands, and in how many bytes. */
  readonly sizeAt: number;
  readonly sizeBytes: number;
  /** Where its content begins and ends; it ends nowhere where its size is not known. */
  readonly from: number;
  readonly to: number;
}

/** How many bytes a number of EBML takes, which its first byte says. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const idBytes = lengthOf(bytes[at] ?? 0);
  const sizeAt = at + idBytes;
  const sizeBytes = lengthOf(bytes[sizeAt] ?? 0);
  const from = sizeAt + sizeBytes;
  if (idBytes > 4 || sizeBytes > 8 || from > bytes.length) return undefined;
  const id = bytes.slice(at, sizeAt).reduce((sum, byte) => sum * 256 + byte, 0);
  const [first = 0, ...rest] = bytes.slice(sizeAt, from);
  const ones = 0xff >> sizeBytes;
  const isKnown = (first & ones) !== ones || rest.some((byte) => byte !== 0xff);
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first & ones);
  return { id, sizeAt, sizeBytes, from, to: isKnown ? from + size : Infinity };
}

/** The elements that begin between two places. */
function elements(bytes: Uint8Array, from: number, to: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < Math.min(to, bytes.length); ) {
    const element = elementAt(bytes, at);
    if (!element) break;
    found.push(element);
    at = element.to;
  }
  return found;
}

/** The beginning of a recording with how long it is, in milliseconds; undefined where it has no place for it. */
export function withDuration(bytes: Uint8Array, milliseconds: number): Uint8Array<ArrayBuffer> | undefined {
  const [first, whole] = elements(bytes, 0, bytes.length);
  // A segment whose size is known would have to grow, too: no browser records one.
  if (first?.id !== ebml || whole?.id !== segment || whole.to !== Infinity) return undefined;
  const about = elements(bytes, whole.from, bytes.length).find(({ id }) => id === info);
  if (!about || about.to > bytes.length) return undefined;
  const said = elements(bytes, about.from, about.to);
  if (said.some(({ id }) => id === duration)) return undefined;
  const scale = said.find(({ id }) => id === timestampScale);
  const nanoseconds = scale ? bytes.slice(scale.from, scale.to).reduce((sum, byte) => sum * 256 + byte, 0) : 1e6;
  const added = new DataView(new ArrayBuffer(11));
  added.setUint16(0, duration);
  added.setUint8(2, 0x88);
  added.setFloat64(3, (milliseconds * 1e6) / nanoseconds);
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, 0x0100_0000_0000_0000n + BigInt(about.to - about.from + 11));
  return Uint8Array.from([
    ...bytes.slice(0, about.sizeAt),
    ...new Uint8Array(size.buffer),
    ...bytes.slice(about.from, about.to),
    ...new Uint8Array(added.buffer),
    ...bytes.slice(about.to),
  ]);
}

/** A recording that says how long it is; as it was where it is no WebM, or can't be read. */
export async function saysDuration(recorded: Blob, milliseconds: number): Promise<Blob> {
  try {
    const begin = new Uint8Array(await recorded.slice(0, head).arrayBuffer());
    const changed = withDuration(begin, milliseconds);
    return changed ? new Blob([changed, recorded.slice(begin.length)], { type: recorded.type }) : recorded;
  } catch (error) {
    console.warn('a recording does not say how long it is', error);
    return recorded;
  }
}
