import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Toasts } from '@/ui/Toasts';
import { ConnectionBanner } from './ConnectionBanner';
import { DemoBanner } from './DemoBanner';
import { IdentityHost } from './identity/IdentityHost';

/** Focuses the element with this id, else the page's heading. */
function focusOn(id: string): void {
  const named = id ? document.getElementById(id) : null;
  const target = named ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  named?.scrollIntoView();
}

/**
 * After going to another page, moves the focus to its heading, so that a screen
 * reader reads it and the keyboard starts there; the first page keeps the
 * browser's own focus.
 */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname + hash);
  useEffect(() => {
    if (last.current === pathname + hash) return;
    last.current = pathname + hash;
    focusOn(hash.slice(1));
  }, [pathname, hash]);
}

/** Tells where the reader is; stands before what scrolls, because effects run in that order. */
function Place({ tell }: { tell: (y: number) => void }) {
  useLayoutEffect(() => tell(scrollY), [tell]);
  return null;
}

/**
 * Leaves the first page where its reader scrolled it while it was the server's own: the router begins at the top unless it
 * knows the place from before. Gives what is to be told the place.
 */
function useFirstPlace(): (y: number) => void {
  const place = useRef(0);
  useLayoutEffect(() => {
    if (place.current > 0) scrollTo(0, place.current);
  }, []);
  return useCallback((y) => {
    place.current = y;
  }, []);
}

/** Says the new page's title once it is there. */
function Announcer() {
  const { pathname } = useLocation();
  const [said, setSaid] = useState('');
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return undefined;
    last.current = pathname;
    const frame = requestAnimationFrame(() => setSaid(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <div className="sr" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}

/** What every page and its frame stand in: notices, toasts, and what follows the reader from page to page. */
export function Shell() {
  const { t } = useTranslation();
  const navigation = useNavigation();
  const tellPlace = useFirstPlace();
  useFocusOnNavigation();
  return (
    <>
      <Place tell={tellPlace} />
      <a className="skip" href="#main">
        {t('nav.skip')}
      </a>
      {navigation.state === 'loading' && <div className="progress-line" aria-hidden="true" />}
      <DemoBanner />
      <ConnectionBanner />
      <Outlet />
      <IdentityHost />
      <Toasts />
      <Announcer />
      <ScrollRestoration />
    </>
  );
}
