import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { copyText } from '@/ui/share';

/** Milliseconds for which a copied text is said to be. */
const said = 4000;

interface Props {
  label: string;
  text: string;
  /** As many lines as the text needs, rather than one. */
  long?: boolean;
}

/** A text to take along: copied with one press, and selected for who copies by hand. */
export function CopyField({ label, text, long = false }: Props) {
  const { t } = useTranslation('share');
  const [copied, setCopied] = useState<string>();
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await copyText(text);
    setFailed(!done);
    if (!done) return;
    setCopied(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(undefined), said);
  };
  const isCopied = copied === text;
  const field = {
    className: 'input',
    readOnly: true,
    value: text,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select(),
  };
  return (
    <div className="share-copy">
      <label className="field">
        <span className="field-label">{label}</span>
        {long ? <textarea {...field} rows={5} /> : <input {...field} />}
      </label>
      <Button variant={isCopied ? 'quiet' : 'outline'} size="small" onClick={copy}>
        {isCopied && <Icon name="check" />}
        {isCopied ? t('copied') : t('copy')}
      </Button>
      <p role="status" className={failed ? 'sm' : 'sr'}>
        {failed ? t('byHand') : isCopied && t('copied')}
      </p>
    </div>
  );
}
