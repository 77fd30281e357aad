/** What a picture says of itself. */
export interface PictureHead {
  /** Pixels, as they are stored: a camera that was held upright may have turned them. */
  readonly width: number;
  readonly height: number;
  /** It is an animation. */
  readonly moving: boolean;
}

/** Bytes that are looked at: heads of JPEGs carry profiles and small pictures, and a GIF tells only behind its first picture. */
const most = { head: 64, segments: 500, gif: 24 * 1024 * 1024 };

async function read(file: Blob, from: number, bytes: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + bytes).arrayBuffer());
}

function text(view: DataView, at: number, bytes: number): string {
  return at + bytes <= view.byteLength ? String.fromCodePoint(...new Uint8Array(view.buffer, at, bytes)) : '';
}

/** Walks over the segments of a JPEG to the one that says how large it is (ITU-T T.81, section B.2.2). */
async function jpeg(file: Blob): Promise<PictureHead | undefined> {
  let at = 2;
  for (let left = most.segments; left > 0; left -= 1) {
    const head = await read(file, at, 9);
    if (head.byteLength < 9 || head.getUint8(0) !== 0xff) return undefined;
    const marker = head.getUint8(1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: head.getUint16(5), width: head.getUint16(7), moving: false };
    at += marker === 0xff ? 1 : 2 + head.getUint16(2);
  }
  return undefined;
}

/** Looks among the chunks before the pixels of a PNG for the one of animations (W3C PNG, section 11.3.6). */
async function png(file: Blob, head: DataView): Promise<PictureHead> {
  let moving = false;
  let at = 33;
  for (let left = most.segments; left > 0 && !moving; left -= 1) {
    const chunk = await read(file, at, 8);
    const kind = text(chunk, 4, 4);
    if (kind === '' || kind === 'IDAT') break;
    moving = kind === 'acTL';
    at += 12 + chunk.getUint32(0);
  }
  return { width: head.getUint32(16), height: head.getUint32(20), moving };
}

/** Steps over the blocks of a part of a GIF, each of which says how long it is. */
function skipBlocks(all: DataView, from: number): number {
  let at = from;
  while (at < all.byteLength && all.getUint8(at) > 0) at += 1 + all.getUint8(at);
  return at + 1;
}

/** Bytes of a table of colours, by the flags that name it. */
const tableOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Counts the pictures of a GIF up to two (GIF89a, sections 18 to 26). */
async function gif(file: Blob): Promise<PictureHead> {
  const all = await read(file, 0, most.gif);
  let pictures = 0;
  let at = 13 + tableOf(all.getUint8(10));
  while (at + 10 < all.byteLength && pictures < 2) {
    const kind = all.getUint8(at);
    if (kind === 0x21) at = skipBlocks(all, at + 2);
    else if (kind === 0x2c) {
      pictures += 1;
      at = skipBlocks(all, at + 11 + tableOf(all.getUint8(at + 9)));
    } else break;
  }
  return { width: all.getUint16(6, true), height: all.getUint16(8, true), moving: pictures > 1 };
}

function webp(head: DataView): PictureHead | undefined {
  const three = (at: number) => head.getUint16(at, true) + head.getUint8(at + 2) * 65_536;
  switch (text(head, 12, 4)) {
    case 'VP8X':
      return { width: three(24) + 1, height: three(27) + 1, moving: (head.getUint8(20) & 2) > 0 };
    case 'VP8L': {
      const bits = head.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, moving: false };
    }
    case 'VP8 ':
      return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff, moving: false };
    default:
      return undefined;
  }
}

/** Reads what a JPEG, PNG, GIF or WebP says of itself; undefined where it is none, or is cut off. */
export async function pictureHead(file: Blob): Promise<PictureHead | undefined> {
  const head = await read(file, 0, most.head);
  if (head.byteLength < 32) return undefined;
  if (head.getUint16(0) === 0xffd8) return jpeg(file);
  if (text(head, 1, 3) === 'PNG') return png(file, head);
  if (text(head, 0, 3) === 'GIF') return gif(file);
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 4) === 'WEBP') return webp(head);
  return undefined;
}
