import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Icon } from './Icon';
import { share } from './share';
import { showToast } from './toast';

interface Props {
  /** What is shared. */
  title: string;
  /** Its address on this site, from the root. */
  path: string;
  variant?: 'primary' | 'outline' | 'quiet';
  block?: boolean;
  iconOnly?: boolean;
}

/** Passes a page on: the device's own sheet, else the address on the clipboard, else the address to copy by hand. */
export function ShareButton({ title, path, variant = 'outline', block, iconOnly }: Props) {
  const { t } = useTranslation();
  const [byHand, setByHand] = useState(false);
  const url = new URL(path, location.origin).href;

  async function press(): Promise<void> {
    const outcome = await share({ title, url });
    if (outcome === 'copied') showToast({ title: t('share.copied'), text: t('share.copiedText') });
    if (outcome === 'failed') setByHand(true);
  }

  return (
    <>
      <Button
        variant={variant}
        {...(block && { block })}
        {...(iconOnly && { iconOnly, label: t('share.share') })}
        onClick={press}
      >
        <Icon name="share" />
        {!iconOnly && t('share.share')}
      </Button>
      <Dialog open={byHand} onClose={() => setByHand(false)} title={t('share.share')}>
        <label className="field">
          <span className="field-label">{t('share.byHand')}</span>
          <input className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </label>
      </Dialog>
    </>
  );
}
