import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Cropper, { type Area } from 'react-easy-crop';
import { Button } from '@/ui/Button';

/** Pixels a side of what is sent: twice the largest that is shown. */
const side = 512;

const zooms = { min: 1, max: 4, step: 0.05 };

/** The chosen square of a picture, as a JPEG; white where the picture lets something shine through. */
async function cut(source: string, { x, y, width, height }: Area): Promise<Blob> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const drawn = canvas.getContext('2d');
  if (!drawn) throw new Error('there is nothing to draw on');
  drawn.fillStyle = 'white';
  drawn.fillRect(0, 0, side, side);
  drawn.imageSmoothingQuality = 'high';
  drawn.drawImage(picture, x, y, width, height, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9);
  });
}

interface Props {
  /** The address of the picture. */
  source: string;
  onDone: (square: Blob) => void;
  onCancel: () => void;
  /** The browser can't show the file. */
  onUnreadable: () => void;
}

/** Which part of a picture is shown, in the round frame that it will have. */
export function Crop({ source, onDone, onCancel, onUnreadable }: Props) {
  const { t } = useTranslation('profile');
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();

  async function use(): Promise<void> {
    if (!area) return;
    try {
      onDone(await cut(source, area));
    } catch (error) {
      console.warn('a picture could not be cut', error);
      onUnreadable();
    }
  }

  return (
    <>
      <div className="profile-crop">
        <Cropper
          image={source}
          crop={at}
          zoom={zoom}
          minZoom={zooms.min}
          maxZoom={zooms.max}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setAt}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: onUnreadable, alt: '' }}
          cropperProps={{ 'aria-label': t('picture.part') }}
        />
      </div>
      <label className="profile-zoom">
        <span className="sm">{t('picture.zoom')}</span>
        <input type="range" {...zooms} value={zoom} onChange={({ target }) => setZoom(Number(target.value))} />
      </label>
      <p className="sm mut">{t('picture.move')}</p>
      <div className="row profile-crop-end">
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button disabled={!area} onClick={use}>
          {t('picture.use')}
        </Button>
      </div>
    </>
  );
}
