import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { Logo } from '@/ui/Logo';
import { AccountMenu } from './AccountMenu';
import { LanguageChoice, LanguageSwitch, ThemeChoice, ThemeSwitch } from './Preferences';
import { ProfileLanguage } from './useLanguage';
import { useSignOut } from './useSignOut';

function Links() {
  const { t } = useTranslation();
  return (
    <>
      <NavLink to="/explore">{t('nav.explore')}</NavLink>
      <Link to="/#how">{t('nav.how')}</Link>
    </>
  );
}

function Panel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const signOut = useSignOut();
  return (
    <Dialog kind="sheet" open={open} onClose={onClose} title={t('nav.menu')}>
      <nav className="panel-links" aria-label={t('nav.main')}>
        <Links />
        {session.status === 'member' ? (
          <button type="button" onClick={signOut}>
            {t('nav.logOut')}
          </button>
        ) : (
          <Link to="/auth">{t('nav.signIn')}</Link>
        )}
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
  // The panel belongs to the place it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  return (
    <header className="top wrap">
      <Link to="/" aria-label={t('nav.home')}>
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
        {session.status === 'member' && <ProfileLanguage />}
        {session.status === 'member' && <AccountMenu />}
        {session.status === 'anonymous' && (
          <>
            <Link to="/auth" className="top-wide top-sign-in">
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
