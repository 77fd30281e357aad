import { expect, it } from 'vitest';
import { isFilm, playable, refuseHEVC } from './film';

/** A box of MP4 around parts; a number is so many zeros. */
function box(kind: string, ...parts: readonly (Uint8Array | number)[]): Uint8Array {
  const content = parts.map((part) => (typeof part === 'number' ? new Uint8Array(part) : part));
  const all = new Uint8Array(content.reduce((bytes, part) => bytes + part.length, 8));
  new DataView(all.buffer).setUint32(0, all.length);
  all.set(new TextEncoder().encode(kind), 4);
  let at = 8;
  for (const part of content) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A film as an iPhone records it: the description lies behind the data. */
function film(...formats: readonly string[]): File {
  const track = (format: string) => box('trak', box('mdia', box('minf', box('stbl', box('stsd', 8, box(format, 70))))));
  const parts = [box('ftyp', 12), box('wide'), box('mdat', 3000), box('moov', box('mvhd', 100), ...formats.map(track))];
  return new File(
    parts.map((part) => part.slice().buffer),
    'IMG_0047.MOV',
    { type: 'video/quicktime' },
  );
}

it('refuses HEVC before anything is sent, and leaves everything else to the server (47)', async () => {
  await expect(refuseHEVC(film('hvc1', 'mp4a'))).rejects.toMatchObject({ status: 422, code: 'video_hevc' });
  await expect(refuseHEVC(film('mp4a', 'dvh1'))).rejects.toMatchObject({ code: 'video_hevc' });
  const none = new File(['no video at all, but some words'], 'a.mov');
  const others = [film('avc1', 'mp4a'), film('hvc1', 'avc1'), film('apcn'), none];
  for (const other of others) await expect(refuseHEVC(other)).resolves.toBeUndefined();
  // Lengths that lie end the search.
  await expect(refuseHEVC(new File([new Uint8Array(4000)], 'zeros.mov'))).resolves.toBeUndefined();
  await expect(refuseHEVC(new File([new Uint8Array(100).fill(255)], 'ones.mov'))).resolves.toBeUndefined();
});

it('knows a MOV by its type or its name, and plays it as MP4 (47)', () => {
  expect(isFilm(film('avc1'))).toBe(true);
  expect(isFilm(new File([''], 'IMG_0047.mov'))).toBe(true);
  expect(isFilm(new File([''], 'IMG_0047.mov', { type: 'text/plain' }))).toBe(false);
  expect(playable(film('avc1')).type).toBe('video/mp4');
  expect(playable(new File([''], 'a.webm', { type: 'video/webm' })).type).toBe('video/webm');
});
