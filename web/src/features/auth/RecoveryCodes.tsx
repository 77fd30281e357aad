import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { saveFile } from '@/parts/saveFile';

interface Props {
  /** What was done. */
  done: string;
  codes: readonly string[];
  onKept: () => void;
}

/** What lets a member in without their app, shown once: it has the focus, so that nobody misses it. */
export function RecoveryCodes({ done, codes, onKept }: Props) {
  const { t } = useTranslation('auth');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = () => {
    const text = `${codes.join('\n')}\n`;
    saveFile({ url: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), name: 'callup-recovery-codes.txt' });
  };
  return (
    <div className="stack">
      <p role="status">{done}</p>
      <h3 ref={title} tabIndex={-1}>
        {t('factor.keep')}
      </h3>
      <p className="mut">{t('factor.keepText')}</p>
      <ul className="auth-codes" role="list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="auth-buttons">
        <Button variant="outline" onClick={save}>
          {t('factor.save')}
        </Button>
        <Button onClick={onKept}>{t('factor.kept')}</Button>
      </div>
    </div>
  );
}
