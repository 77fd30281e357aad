import './search.css';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { loadTexts } from '@/i18n/setup';
import { Icon } from '@/ui/Icon';
import { useLabel } from './useLabel';

// Its list names the pages of the sidebar as well.
const Palette = lazy(async () => {
  const [{ Palette: palette }] = await Promise.all([import('./Palette'), loadTexts('frame')]);
  return { default: palette };
});

/** Whether what has the focus takes what is typed. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** What opens the search, from everywhere also by Ctrl or Cmd with k, and by the slash. */
export function Search() {
  const { t } = useTranslation('search');
  const label = useLabel();
  const { key } = useLocation();
  const isMember = useSession().status === 'member';
  // It belongs to the place it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const [met, meet] = useState(false);
  const open = openedAt === key;
  const show = (wanted: boolean) => {
    if (wanted) meet(true);
    setOpenedAt(wanted ? key : undefined);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.shiftKey && event.key !== '/' || event.isComposing) return;
    const withControl = event.ctrlKey || event.metaKey;
    if (withControl && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      show(!open);
    } else if (!withControl && event.key === '/' && !isTyping(event.target) && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      show(true);
    }
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
        aria-keyshortcuts="Control+K Meta+K /"
        title={t('hint', { label, keys })}
        onClick={() => show(true)}
      >
        <Icon name="search" />
        <span>{label}</span>
        <kbd aria-hidden="true">{keys}</kbd>
      </button>
      {/* Members' is there before it is opened, so that nothing is lost of what is typed right behind the keys. */}
      {(met || isMember) && (
        <Suspense>
          <Palette key={isMember ? 'member' : 'visitor'} open={open} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}
