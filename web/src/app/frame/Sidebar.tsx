import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useMeQuery } from '@/api/generated/members';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { MemberIcon } from '@/ui/MemberIcon';
import { useSignOut } from '../useSignOut';
import { type Entry, useEntries } from './useEntries';


function Group({ group, entries }: { group: Entry['group']; entries: readonly Entry[] }) {
  const { t } = useTranslation('frame');
  return (
    <div className="frame-group">
      {group !== 'dashboard' && <h2>{t(`groups.${group}`)}</h2>}
      <ul role="list">
        {entries
          .filter((entry) => entry.group === group)
          .map(({ path, icon, text }) => (
            <li key={text}>
              <NavLink to={path} end className="frame-entry" title={t(`entries.${text}`)}>
                <MemberIcon name={icon} />
                <span>{t(`entries.${text}`)}</span>
              </NavLink>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Who is signed in, and the way out. */
function Who() {
  const { t } = useTranslation(['frame', 'common']);
  const { data } = useMeQuery();
  const signOut = useSignOut();
  const name = data?.name ?? '';
  return (
    <div className="frame-who">
      <Link to="/my/profile" className="frame-entry" title={name || t('profile')}>
        <Avatar name={name || '…'} id={data?.id} picture={data?.avatar} />
        <span className="sr">{name ? t('profileOf', { name }) : t('profile')}</span>
        <span aria-hidden="true">{name}</span>
      </Link>
      <Button variant="quiet" iconOnly label={t('common:nav.logOut')} onClick={signOut}>
        <Icon name="signOut" />
      </Button>
    </div>
  );
}

/** The pages of a member in their groups, and who they are: what exists and is for them, and nothing else. */
export function Sidebar() {
  const { t } = useTranslation('frame');
  const entries = useEntries();
  return (
    <>
      <nav aria-label={t('navigation')}>
        {[...new Set(entries.map(({ group }) => group))].map((group) => (
          <Group key={group} group={group} entries={entries} />
        ))}
      </nav>
      <Who />
    </>
  );
}
