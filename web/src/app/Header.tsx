import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { authPath } from '@/api/returnPath';
import { useSession } from '@/api/SessionContext';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { Logo } from '@/ui/Logo';
import { LanguageChoice, LanguageSwitch, ThemeChoice, ThemeSwitch } from './Preferences';

// It is loaded once the page is there.
const HeaderTools = lazy(() => import('./HeaderTools').then(({ HeaderTools: tools }) => ({ default: tools })));

function Links() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <NavLink to="/explore">{t('nav.explore')}</NavLink>
      {/* On the landing page, which leads members to their own. */}
      {session.status === 'anonymous' && <Link to="/#how">{t('nav.how')}</Link>}
      {/* Where there is little room they are in the menu alone. */}
      <NavLink className="top-more" to="/about">
        {t('footer.about')}
      </NavLink>
      <NavLink className="top-more" to="/faq">
        {t('nav.faq')}
      </NavLink>
      <NavLink className="top-more" to="/contact">
        {t('footer.contact')}
      </NavLink>
    </>
  );
}

/** The sign-in page's address, from which one comes back to where one is; the landing page leads on by itself. */
function useSignInPath(): string {
  const { pathname, search, hash } = useLocation();
  return authPath(pathname === '/' || pathname.startsWith('/auth') ? undefined : pathname + search + hash);
}

function Panel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const signInPath = useSignInPath();
  return (
    <Dialog kind="sheet" open={open} onClose={onClose} title={t('nav.menu')}>
      <nav className="panel-links" aria-label={t('nav.main')}>
        <Links />
        {session.status !== 'member' && <Link to={signInPath}>{t('nav.signIn')}</Link>}
      </nav>
      {session.status !== 'member' && (
        <LinkButton to="/auth?tab=signup" block>
          {t('nav.getStarted')}
        </LinkButton>
      )}
      <LanguageChoice />
      <ThemeChoice />
    </Dialog>
  );
}

export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const location = useLocation();
  const signInPath = useSignInPath();
  // The panel belongs to the place it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  return (
    <header className="top wrap">
      <Link to={session.status === 'member' ? '/my' : '/'} aria-label={t('nav.home')}>
        <Logo />
      </Link>
      <nav className="top-links" aria-label={t('nav.main')}>
        <Links />
      </nav>
      <div className="top-end">
        <div className="top-wide">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        {/* Where the search comes, so that nothing moves for it. */}
        <Suspense fallback={<span className="menu-trigger top-wide" />}>
          <HeaderTools />
        </Suspense>
        {session.status === 'anonymous' && (
          <>
            <Link to={signInPath} className="top-wide top-sign-in">
              {t('nav.signIn')}
            </Link>
            <LinkButton to="/auth?tab=signup" size="small">
              {t('nav.getStarted')}
            </LinkButton>
          </>
        )}
        <div className="top-narrow">
          <Button variant="quiet" iconOnly label={t('nav.menu')} aria-haspopup="dialog" onClick={() => setOpenedAt(location.key)}>
            <Icon name="menu" size={24} />
          </Button>
        </div>
      </div>
      <Panel open={openedAt === location.key} onClose={() => setOpenedAt(undefined)} />
    </header>
  );
}
