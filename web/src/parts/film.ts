import { problemFrom } from '@/api/problem';

/** The videos that are taken, as the server does. */
export const filmTypes = ['video/mp4', 'video/quicktime', 'video/webm'];

/** What a file chooser asks for: not every system knows the type of a MOV. */
export const filmsToChoose = [...filmTypes, '.mov'].join(',');

/** Whether a file is called a video of a kind that is taken. */
export function isFilm({ type, name }: File): boolean {
  return filmTypes.includes(type) || (type === '' && name.toLowerCase().endsWith('.mov'));
}

/** The same film under a type that every browser tries to play: MOV is what MP4 was made of. */
export function playable(file: File): Blob {
  return file.type === 'video/webm' ? file : file.slice(0, file.size, 'video/mp4');
}

const most = { boxes: 64, description: 16 * 1024 * 1024 };

async function read(file: Blob, from: number, bytes: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + bytes).arrayBuffer());
}

function word(view: DataView, at: number): string {
  return at + 4 <= view.byteLength ? String.fromCodePoint(...new Uint8Array(view.buffer, at, 4)) : '';
}

/** The description of an MP4 or MOV, which lies before or behind its data; undefined where it is not found. */
async function description(file: Blob): Promise<DataView | undefined> {
  let at = 0;
  for (let left = most.boxes; left > 0 && at + 16 <= file.size; left -= 1) {
    const head = await read(file, at, 16);
    const short = head.getUint32(0);
    const length = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? file.size - at : short;
    if (word(head, 4) === 'moov') return length <= most.description ? read(file, at, length) : undefined;
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}

const plays = new Set(['avc1', 'avc3', 'av01', 'vp08', 'vp09']);
const hevc = new Set(['hvc1', 'hev1', 'hvc2', 'hev2', 'dvh1', 'dvhe']);

/** The first format of each track that a description names: "stsd" comes before version, count and length. */
function formatsIn(all: DataView | undefined): readonly string[] {
  const found: string[] = [];
  const end = (all?.byteLength ?? 0) - 20;
  for (let at = 0; at <= end; at += 1) if (all?.getUint32(at) === 0x73747364) found.push(word(all, at + 16));
  return found;
}

/**
 * Refuses a video of HEVC as the server would, before hundreds of megabytes are on their way. What is not found is left to the
 * server.
 */
export async function refuseHEVC(file: Blob): Promise<void> {
  const formats = formatsIn(await description(file));
  if (formats.some((format) => hevc.has(format)) && !formats.some((format) => plays.has(format)))
    throw problemFrom(422, { code: 'video_hevc' });
}
