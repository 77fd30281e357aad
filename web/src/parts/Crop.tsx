import 'react-easy-crop/react-easy-crop.css';
import '@/ui/crop.css';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Button } from '@/ui/Button';

const zooms = { min: 1, max: 4, step: 0.05 };

/** Pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The chosen part of a picture, as a JPEG; white where the picture lets something shine through. */
async function cut(source: string, { x, y, width, height }: Area, made: Size): Promise<Blob> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = made.width;
  canvas.height = made.height;
  const drawn = canvas.getContext('2d');
  if (!drawn) throw new Error('there is nothing to draw on');
  drawn.fillStyle = 'white';
  drawn.fillRect(0, 0, made.width, made.height);
  drawn.imageSmoothingQuality = 'high';
  drawn.drawImage(picture, x, y, width, height, 0, 0, made.width, made.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9);
  });
}

interface Props {
  /** The address of the picture. */
  source: string;
  /** What is made of the part, whose proportions it has. */
  size: Size;
  round?: boolean;
  words: Readonly<Record<'part' | 'zoom' | 'move' | 'use' | 'cancel', string>>;
  onDone: (part: Blob) => void;
  onCancel: () => void;
  /** The browser can't show the file. */
  onUnreadable: () => void;
  /** Hears how large the picture is. */
  onLoaded?: (size: Size) => void;
}

/** Which part of a picture is shown, in the frame that it will have. */
export function Crop({ source, size, round = false, words, onDone, onCancel, onUnreadable, onLoaded }: Props) {
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();

  async function use(): Promise<void> {
    if (!area) return;
    try {
      onDone(await cut(source, area, size));
    } catch (error) {
      console.warn('a picture could not be cut', error);
      onUnreadable();
    }
  }

  return (
    <>
      <div className="crop-frame">
        <Cropper
          image={source}
          crop={at}
          zoom={zoom}
          minZoom={zooms.min}
          maxZoom={zooms.max}
          aspect={size.width / size.height}
          cropShape={round ? 'round' : 'rect'}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          onMediaLoaded={({ naturalWidth: width, naturalHeight: height }) => onLoaded?.({ width, height })}
          mediaProps={{ onError: onUnreadable, alt: '' }}
          cropperProps={{ 'aria-label': words.part, role: 'application' }}
        />
      </div>
      <label className="crop-zoom">
        <span className="sm">{words.zoom}</span>
        <input type="range" {...zooms} value={zoom} onChange={({ target }) => setZoom(Number(target.value))} />
      </label>
      <p className="sm mut">{words.move}</p>
      <div className="row crop-end">
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button disabled={!area} onClick={use}>
          {words.use}
        </Button>
      </div>
    </>
  );
}
