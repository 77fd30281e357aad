import { problemFrom } from '@/api/problem';
import { jpegOf } from './canvas';
import { pictureHead } from './pictureHead';

/** The pictures that are taken, as the server does. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const megabyte = 1024 * 1024;

/** What is sent, in bytes and pixels a side, and what may be chosen: the server takes as many bytes, and as many pixels. */
const most = { sent: 10 * megabyte, side: 4096, chosen: 100 * megabyte, pixels: 50_000_000 };

/** A picture that is small enough to be sent. */
export interface Photograph {
  readonly picture: Blob;
  /** What was chosen moves, and this is its first picture. */
  readonly still: boolean;
}

/** The whole picture in a size that is sent. */
async function scaled(file: Blob, make: typeof jpegOf): Promise<Blob> {
  const source = URL.createObjectURL(file);
  try {
    return await make(source, ({ width, height }) => {
      const by = Math.min(1, most.side / Math.max(width, height));
      const made = { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
      return { part: { x: 0, y: 0, width, height }, made };
    });
  } finally {
    URL.revokeObjectURL(source);
  }
}

/**
 * Cuts a picture small before it is judged by its size, and stills one that moves. It is rejected with a problem, as the server
 * would give it: file_too_large, image_too_large, unreadable_image. What can't be read here is left to the server.
 */
export async function photograph(file: Blob, make = jpegOf): Promise<Photograph> {
  if (file.size > most.chosen) throw problemFrom(422, { code: 'file_too_large', args: { max_mb: most.chosen / megabyte } });
  const head = await pictureHead(file);
  if (head && head.width * head.height > most.pixels)
    throw problemFrom(422, { code: 'image_too_large', args: { max: most.pixels / 1_000_000 } });
  const still = head?.moving ?? false;
  const fits = file.size <= most.sent;
  if (fits && !still && (!head || Math.max(head.width, head.height) <= most.side)) return { picture: file, still };
  const made = await scaled(file, make).catch((error: unknown) => {
    console.warn('a picture could not be scaled', error);
    return undefined;
  });
  if (made && made.size <= most.sent) return { picture: made, still };
  if (fits) return { picture: file, still };
  if (made) throw problemFrom(422, { code: 'file_too_large', args: { max_mb: most.sent / megabyte } });
  throw problemFrom(422, { code: 'unreadable_image' });
}
