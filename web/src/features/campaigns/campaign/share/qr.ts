import { encode } from 'uqr';

/** Modules of quiet around a code (ISO/IEC 18004, section 9.1). */
const quiet = 4;

/** CSS pixels of a module on a picture that is printed. */
const dot = 24;

/** A QR code as the path of an SVG, and the side of its view box with the quiet zone. */
export interface Code {
  path: string;
  side: number;
  /** The places of the dark modules. */
  dark: ReadonlyArray<readonly [x: number, y: number]>;
}

/** `text` as a QR code that is read with up to 15 % of it covered. */
export function codeOf(text: string): Code {
  const { data, size } = encode(text, { ecc: 'M', border: quiet });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : [])));
  return { path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''), side: size, dark };
}

/** A code as a picture to print: dark on white, whatever the colours of the page. */
export async function pictureOf({ dark, side }: Code): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = side * dot;
  canvas.height = side * dot;
  const to = canvas.getContext('2d');
  if (!to) throw new Error('this browser draws no pictures');
  to.fillStyle = '#fff';
  to.fillRect(0, 0, canvas.width, canvas.height);
  to.fillStyle = '#000';
  for (const [x, y] of dark) to.fillRect(x * dot, y * dot, dot, dot);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))), 'image/png');
  });
}

/** A code as a drawing of any size. */
export function drawingOf({ path, side }: Code): Blob {
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
  return new Blob([text], { type: 'image/svg+xml' });
}
