import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LinkButton } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { usePageTitle } from '@/ui/usePageTitle';

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  usePageTitle(t('notFound.title'));
  // The server logs the paths it is asked for; this one may never have reached it.
  useEffect(() => console.error('404: no page at', pathname), [pathname]);
  return (
    <div className="wrap page not-found">
      <div>
        <p className="mut num">{t('notFound.code')}</p>
        <h1>{t('notFound.title')}</h1>
        <p className="mut">{t('notFound.text')}</p>
        <LinkButton to="/">{t('notFound.home')}</LinkButton>
      </div>
      <div className="not-found-art">
        <Cover id={pathname} category="other" width={560} height={420} />
      </div>
    </div>
  );
}
