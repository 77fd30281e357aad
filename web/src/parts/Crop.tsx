import 'react-easy-crop/react-easy-crop.css';
import '@/ui/crop.css';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Button } from '@/ui/Button';
import { jpegOf, type Size } from './canvas';

const zooms = { min: 1, max: 4, step: 0.05 };

interface Props {
  /** The address of the picture. */
  source: string;
  /** What is made of the part, whose proportions it has. */
  size: Size;
  round?: boolean;
  words: Readonly<Record<'part' | 'zoom' | 'move' | 'use' | 'cancel', string>>;
  /** What is said of the picture before it is used. */
  note?: string | undefined;
  onDone: (part: Blob) => void;
  onCancel: () => void;
  /** The browser can't show the file. */
  onUnreadable: () => void;
}

/** Which part of a picture is shown, in the frame that it will have. */
export function Crop({ source, size, round = false, words, note, onDone, onCancel, onUnreadable }: Props) {
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();

  async function use(): Promise<void> {
    if (!area) return;
    try {
      onDone(await jpegOf(source, () => ({ part: area, made: size })));
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
          mediaProps={{ onError: onUnreadable, alt: '' }}
          cropperProps={{ 'aria-label': words.part, role: 'application' }}
        />
      </div>
      <label className="crop-zoom">
        <span className="sm">{words.zoom}</span>
        <input type="range" {...zooms} value={zoom} onChange={({ target }) => setZoom(Number(target.value))} />
      </label>
      <p className="sm mut">{words.move}</p>
      {note && <p className="sm">{note}</p>}
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
