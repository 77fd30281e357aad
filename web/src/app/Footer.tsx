import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { Logo } from '@/ui/Logo';

export function Footer() {
  const { t } = useTranslation();
  const session = useSession();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="foot">
      <div className="wrap foot-grid">
        <div>
          <Logo />
          <p className="mut sm">{t('footer.claim')}</p>
        </div>
        <nav aria-label={t('footer.label')}>
          <div>
            <h2>{t('footer.give')}</h2>
            <Link to="/explore">{t('footer.explore')}</Link>
          </div>
          <div>
            <h2>{t('footer.organize')}</h2>
            <Link to="/create-campaign">{t('footer.create')}</Link>
            {session.status !== 'member' && <Link to="/auth">{t('footer.signIn')}</Link>}
          </div>
          <div>
            <h2>{t('footer.callup')}</h2>
            <Link to="/privacy">{t('footer.privacy')}</Link>
            <Link to="/terms">{t('footer.terms')}</Link>
          </div>
        </nav>
      </div>
      <p className="wrap xs mut">{t('footer.copyright', { year })}</p>
    </footer>
  );
}
