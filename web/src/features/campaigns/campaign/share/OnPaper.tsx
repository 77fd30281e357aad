import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { codeOf, drawingOf, pictureOf } from './qr';

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The address as a QR code, to look at and to print. */
export function OnPaper({ url, slug }: { url: string; slug: string }) {
  const { t } = useTranslation('share');
  const code = useMemo(() => codeOf(url), [url]);
  const [failed, setFailed] = useState(false);
  const picture = async () => {
    try {
      save(await pictureOf(code), `callup-${slug}.png`);
      setFailed(false);
    } catch (error) {
      console.warn('no picture of a code', error);
      setFailed(true);
    }
  };
  return (
    <div className="share-paper">
      <svg
        className="share-code"
        viewBox={`0 0 ${code.side} ${code.side}`}
        role="img"
        aria-label={t('code')}
        shapeRendering="crispEdges"
      >
        <path d={code.path} />
      </svg>
      <div className="stack">
        <div>
          <h3>{t('paper')}</h3>
          <p className="sm mut">{t('paperText')}</p>
        </div>
        <Button variant="outline" size="small" block onClick={picture}>
          PNG
        </Button>
        <Button variant="outline" size="small" block onClick={() => save(drawingOf(code), `callup-${slug}.svg`)}>
          SVG
        </Button>
        {failed && (
          <p role="alert" className="sm">
            {t('noPicture')}
          </p>
        )}
      </div>
    </div>
  );
}
