import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettingsQuery } from '@/api/generated/platform';
import { useSession } from '@/api/SessionContext';
import { Logo } from '@/ui/Logo';

/** The operator's other places, in this order. */
const places = ['careers', 'blog', 'press', 'community'] as const;

export function Footer() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: settings } = useSettingsQuery();
  const { operator_name: operator, operator_email: email, operator_links: links } = settings ?? {};
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
            <Link to="/#how">{t('footer.how')}</Link>
            <Link to="/faq">{t('footer.faq')}</Link>
          </div>
          <div>
            <h2>{t('footer.organize')}</h2>
            <Link to="/create-campaign">{t('footer.create')}</Link>
            {session.status !== 'member' && <Link to="/auth">{t('footer.signIn')}</Link>}
          </div>
          <div>
            <h2>{t('footer.callup')}</h2>
            <Link to="/about">{t('footer.about')}</Link>
            <Link to="/contact">{t('footer.contact')}</Link>
            {places.map((place) => links?.[place] && <a key={place} href={links[place]}>{t(`footer.${place}`)}</a>)}
            <Link to="/privacy">{t('footer.privacy')}</Link>
            <Link to="/terms">{t('footer.terms')}</Link>
          </div>
        </nav>
      </div>
      <p className="wrap xs mut">
        {t('footer.copyright', { year })}
        {operator && ` · ${t('footer.runBy', { name: operator })}`}
        {email && (
          <>
            {' · '}
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </>
        )}
      </p>
    </footer>
  );
}
