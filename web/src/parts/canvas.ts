/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Part extends Size {
  readonly x: number;
  readonly y: number;
}

/**
 * A part of a picture at an address as a JPEG of a size, upright and in the colours of sRGB; white where it lets something shine
 * through; of a moving one the first picture. It is rejected where the browser can't show it.
 */
export async function jpegOf(source: string, draw: (picture: Size) => { part: Part; made: Size }): Promise<Blob> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const { part, made } = draw({ width: picture.naturalWidth, height: picture.naturalHeight });
  const canvas = document.createElement('canvas');
  canvas.width = made.width;
  canvas.height = made.height;
  const drawn = canvas.getContext('2d');
  if (!drawn) throw new Error('there is nothing to draw on');
  drawn.fillStyle = 'white';
  drawn.fillRect(0, 0, made.width, made.height);
  drawn.imageSmoothingQuality = 'high';
  drawn.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, made.width, made.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9);
  });
}
