import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useMeQuery } from '@/api/generated/members';
import { useMyMessageCountsQuery } from '@/api/generated/messages';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { classes } from '@/ui/classes';
import { Icon } from '@/ui/Icon';
import { MemberIcon } from '@/ui/MemberIcon';
import { useSignOut } from '../useSignOut';
import { type Entry, useEntries } from './useEntries';

const profile = '/my/profile';

/** Of these paths the one of the page shown, or the nearest above it. */
function pathHere(pathname: string, paths: readonly string[]): string | undefined {
  const above = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return above.toSorted((a, b) => b.length - a.length)[0];
}

/** What marks the link that leads to `here`: the page itself, or one below it. */
function mark(path: string, here: string | undefined, pathname: string) {
  if (path !== here) return { className: 'frame-entry' };
  return { className: classes('frame-entry', 'active'), 'aria-current': path === pathname ? 'page' : true } as const;
}

/** How many conversations have something unread, live. */
function Unread() {
  const { t } = useTranslation('frame');
  const format = useFormat();
  const { data } = useMyMessageCountsQuery(undefined, { skip: useSession().status !== 'member' });
  const count = data ? data.unread + data.requests : 0;
  if (count === 0) return null;
  return (
    <span className="frame-count">
      <span aria-hidden="true">{format.count(count)}</span>
      <span className="sr">{t('unread', { count })}</span>
    </span>
  );
}

interface GroupProps {
  group: Entry['group'];
  entries: readonly Entry[];
  here: string | undefined;
}

function Group({ group, entries, here }: GroupProps) {
  const { t } = useTranslation('frame');
  const { pathname } = useLocation();
  return (
    <div className="frame-group">
      {group !== 'dashboard' && <h2>{t(`groups.${group}`)}</h2>}
      <ul role="list">
        {entries
          .filter((entry) => entry.group === group)
          .map(({ path, icon, text }) => (
            <li key={text}>
              <Link to={path} {...mark(path, here, pathname)} title={t(`entries.${text}`)}>
                <MemberIcon name={icon} />
                <span>{t(`entries.${text}`)}</span>
                {path === '/my/messages' && <Unread />}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Who is signed in, and the way out. */
function Who({ here }: { here: string | undefined }) {
  const { t } = useTranslation(['frame', 'common']);
  const { data } = useMeQuery();
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const name = data?.name ?? '';
  return (
    <div className="frame-who">
      <Link to={profile} {...mark(profile, here, pathname)} title={name || t('profile')}>
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
  const { pathname } = useLocation();
  const here = pathHere(pathname, [profile, ...entries.map(({ path }) => path)]);
  return (
    <>
      <nav aria-label={t('navigation')}>
        {[...new Set(entries.map(({ group }) => group))].map((group) => (
          <Group key={group} group={group} entries={entries} here={here} />
        ))}
      </nav>
      <Who here={here} />
    </>
  );
}
