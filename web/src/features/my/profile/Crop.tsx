import { useTranslation } from 'react-i18next';
import { Crop as AnyCrop } from '@/parts/Crop';

/** Pixels a side of what is sent: twice the largest that is shown. */
const side = 512;

interface Props {
  /** The address of the picture. */
  source: string;
  onDone: (square: Blob) => void;
  onCancel: () => void;
  /** The browser can't show the file. */
  onUnreadable: () => void;
}

/** Which part of a picture is shown, in the round frame that it will have. */
export function Crop(props: Props) {
  const { t } = useTranslation('profile');
  const words = {
    part: t('picture.part'),
    zoom: t('picture.zoom'),
    move: t('picture.move'),
    use: t('picture.use'),
    cancel: t('cancel'),
  };
  return <AnyCrop {...props} round size={{ width: side, height: side }} words={words} />;
}
