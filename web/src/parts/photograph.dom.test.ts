import { beforeEach, expect, it, vi } from 'vitest';
import type { jpegOf } from './canvas';
import { photograph } from './photograph';

const make = vi.fn<typeof jpegOf>();
const ready = (file: Blob) => photograph(file, make);

const made = new Blob(['made small'], { type: 'image/jpeg' });

beforeEach(() => {
  make.mockReset().mockResolvedValue(made);
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
});

function valuesOf(part: string | number | readonly number[]): readonly number[] {
  if (typeof part === 'number') return Array<number>(part).fill(0);
  return typeof part === 'string' ? Array.from(part, (letter) => letter.codePointAt(0) ?? 0) : part;
}

/** Bytes of letters, of so many zeros, or as they are. */
const bytes = (...parts: readonly (string | number | readonly number[])[]) => new Uint8Array(parts.flatMap(valuesOf));

const word = (n: number) => [n >>> 8, n & 255];

/** A JPEG of so many pixels, with a profile and a small picture before it says so. */
const jpeg = (width: number, height: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff],
    65_533,
    [0xff, 0xe2, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8],
    word(height),
    word(width),
    90,
  );

const png = (width: number, height: number, ...kinds: readonly string[]) =>
  bytes(
    [0x89],
    'PNG\r\n\u001A\n',
    [0, 0, 0, 13],
    'IHDR',
    [0, 0],
    word(width),
    [0, 0],
    word(height),
    9,
    ...kinds.flatMap((kind) => [[0, 0, 0, 5], kind, 9]),
  );

const picture = [0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0x80, 0, 0, 0, 0, 0, 0, 2, 3, 44, 44, 44, 0];
const gif = (pictures: number) =>
  bytes(
    'GIF89a',
    [8, 0, 8, 0, 0x80, 0, 0],
    6,
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    ...Array.from({ length: pictures }, () => picture),
    [0x3b],
    20,
  );

const webp = (flags: number) => bytes('RIFF', 4, 'WEBPVP8X', [10, 0, 0, 0, flags, 0, 0, 0, 99, 0, 0, 99, 0, 0], 20);

const file = (content: Uint8Array, size = content.length) => {
  const blob = new File([content.slice().buffer], 'a picture');
  Object.defineProperty(blob, 'size', { value: size });
  return blob;
};

const megabytes = (n: number) => n * 1024 * 1024;

it('cuts a photograph small before its size is judged (47)', async () => {
  const heavy = file(jpeg(4032, 3024), megabytes(12));
  await expect(ready(heavy)).resolves.toEqual({ picture: made, still: false });
  for (const large of [jpeg(8064, 6048), jpeg(3024, 4097), png(5000, 10, 'IDAT')])
    await expect(ready(file(large))).resolves.toEqual({ picture: made, still: false });
  const small = file(jpeg(4032, 3024), megabytes(4));
  expect((await ready(small)).picture).toBe(small);
  expect(make).toHaveBeenCalledTimes(4);
  expect(make.mock.calls[0]?.[1]({ width: 8064, height: 6048 })).toEqual({
    part: { x: 0, y: 0, width: 8064, height: 6048 },
    made: { width: 4096, height: 3072 },
  });
});

it('refuses more than fifty million pixels, and says the limit (71)', async () => {
  await expect(ready(file(jpeg(8000, 6250)))).resolves.toBeDefined();
  const refused = ready(file(jpeg(8000, 6251)));
  await expect(refused).rejects.toMatchObject({ code: 'image_too_large', args: { max: 50 } });
  const heavy = ready(file(jpeg(9, 9), megabytes(101)));
  await expect(heavy).rejects.toMatchObject({ code: 'file_too_large', args: { max_mb: 100 } });
});

it('stills what moves, and says so (71)', async () => {
  for (const moving of [gif(2), png(9, 9, 'gAMA', 'acTL', 'IDAT'), webp(2)])
    await expect(ready(file(moving))).resolves.toEqual({ picture: made, still: true });
  const none = [bytes('no picture, but some words of it'), bytes(40)];
  for (const still of [gif(1), png(9, 9, 'gAMA', 'IDAT', 'acTL'), webp(0), ...none]) {
    const chosen = file(still);
    await expect(ready(chosen)).resolves.toEqual({ picture: chosen, still: false });
  }
});

it('leaves to the server what the browser can’t draw, where it may be sent (47)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  make.mockRejectedValue(new Error('it can’t be drawn'));
  const large = file(jpeg(8064, 6048));
  expect((await ready(large)).picture).toBe(large);
  await expect(ready(file(jpeg(8064, 6048), megabytes(12)))).rejects.toMatchObject({ code: 'unreadable_image' });
  make.mockResolvedValue(file(bytes('x'), megabytes(11)));
  await expect(ready(file(jpeg(8064, 6048), megabytes(12)))).rejects.toMatchObject({ code: 'file_too_large' });
});
