import './frame.css';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { Button, LinkButton } from '@/ui/Button';
import { classes } from '@/ui/classes';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { Logo } from '@/ui/Logo';
import { MemberIcon } from '@/ui/MemberIcon';
import { PageSkeleton } from '@/ui/Skeleton';
import { SearchTool } from '../HeaderTools';
import { MemberTools } from '../MemberTools';
import { LanguageChoice, LanguageSwitch, ThemeChoice, ThemeSwitch } from '../Preferences';
import { RequireMember } from '../RequireMember';
import { Breadcrumbs } from './Breadcrumbs';
import { Sidebar } from './Sidebar';
import { useSidebar } from './useSidebar';

function Frame() {
  const { t } = useTranslation('frame');
  const session = useSession();
  const { collapsed, open, toggle, setOpen } = useSidebar();
  const label = collapsed ? t('expand') : t('collapse');
  const keys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘B' : 'Ctrl+B';
  return (
    <div className={classes('frame', collapsed && 'frame-collapsed')}>
      <aside className="frame-side" aria-label={t('sidebar')}>
        <div className="frame-side-in">
          <Link to="/my" className="frame-logo" aria-label={t('home')}>
            <Logo />
          </Link>
          <Sidebar />
        </div>
      </aside>
      <div className="frame-page">
        <header className="frame-top">
          <div className="frame-narrow">
            <Button variant="quiet" iconOnly label={t('menu')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Icon name="menu" size={24} />
            </Button>
            <Link to="/my" className="frame-logo" aria-label={t('home')}>
              <Logo />
            </Link>
          </div>
          <div className="frame-wide">
            <Button
              variant="quiet"
              iconOnly
              label={t('shortcut', { label, keys })}
              aria-expanded={!collapsed}
              onClick={toggle}
            >
              <MemberIcon name="sidebar" />
            </Button>
            <Breadcrumbs />
          </div>
          <div className="frame-search">
            <SearchTool />
          </div>
          <div className="frame-end">
            <div className="frame-wide">
              <LanguageSwitch />
              <ThemeSwitch />
              <LinkButton to="/create-campaign" size="small">
                {t('newCampaign')}
              </LinkButton>
            </div>
            <MemberTools />
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {session.status === 'unknown' ? <PageSkeleton /> : <Outlet />}
        </main>
      </div>
      <Dialog kind="drawer" open={open} onClose={() => setOpen(false)} title={t('menu')}>
        <Sidebar />
        <LanguageChoice />
        <ThemeChoice />
      </Dialog>
    </div>
  );
}

/** What a member's own pages stand in: the sidebar, and a header above the page, which waits until it is known who looks. */
export function MemberFrame() {
  return <RequireMember frame={<Frame />} />;
}
