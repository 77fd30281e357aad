import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PersonPage } from '@/api/generated/people';
import { useFormat } from '@/i18n/useFormat';
import { Avatar } from '@/ui/Avatar';
import { Icon } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';

/** Pages of organizations, each leading there. */
export function PageList({ pages, roles }: { pages: readonly PersonPage[]; roles?: boolean }) {
  const { t } = useTranslation('person');
  const format = useFormat();
  return (
    <ul role="list" className="person-pages">
      {pages.map(({ id, name, lang, logo, owner, followers, verified }) => (
        <li key={id} className="card person-page">
          <Avatar name={name} id={id} picture={logo} />
          <span className="person-words">
            <Link className="person-name" to={`/my/pages/${id}`} lang={lang}>
              <Unbroken text={name} />
            </Link>
            <span className="sm mut">
              {roles && `${t(owner ? 'pages.owner' : 'pages.editor')} · `}
              {t('pages.followers', { count: followers, shown: format.count(followers) })}
            </span>
          </span>
          {verified && (
            <span className="person-verified">
              <Icon name="shield" size={18} />
              <span className="sr">{t('pages.verified')}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The pages that a member owns or edits. */
export function Pages({ pages }: { pages: readonly PersonPage[] }) {
  const { t } = useTranslation('person');
  return (
    <section aria-labelledby="person-pages">
      <h2 id="person-pages">{t('pages.title')}</h2>
      <PageList pages={pages} roles />
    </section>
  );
}
