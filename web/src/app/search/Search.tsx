import './search.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Icon } from '@/ui/Icon';
import { Palette } from './Palette';

/** What opens the search, from everywhere also by Ctrl or Cmd with k. */
export function Search() {
  const { t } = useTranslation('search');
  const { key } = useLocation();
  // It belongs to the place it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const open = openedAt === key;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    setOpenedAt(open ? undefined : key);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const keys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  return (
    <>
      <button
        type="button"
        className="search-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('open')}
        onClick={() => setOpenedAt(key)}
      >
        <Icon name="search" />
        <span>{t('open')}</span>
        <kbd aria-hidden="true">{keys}</kbd>
      </button>
      <Palette open={open} onClose={() => setOpenedAt(undefined)} />
    </>
  );
}
