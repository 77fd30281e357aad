import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { entries, titles } from 'virtual:frame';

const isOfStaff = (pathname: string) => pathname.startsWith('/admin/');

/** The way here, for pages below another one: those of the sidebar above it or the staff's group, and its own title. */
export function Breadcrumbs() {
  const { t } = useTranslation('frame');
  const { t: titleOf } = useTranslation();
  const { pathname } = useLocation();
  const above = entries.filter(({ path }) => pathname.startsWith(`${path}/`));
  const here = titles.find(({ path }) => matchPath(path, pathname));
  const staff = isOfStaff(pathname);
  if ((above.length === 0 && !staff) || !here) return null;
  return (
    <nav aria-label={t('path')} className="frame-path">
      <ol role="list">
        {staff && <li>{t('groups.staff')}</li>}
        {above.map(({ path, text }) => (
          <li key={path}>
            <Link to={path}>{t(`entries.${text}`)}</Link>
          </li>
        ))}
        <li aria-current="page">{titleOf(here.title as ParseKeys)}</li>
      </ol>
    </nav>
  );
}
