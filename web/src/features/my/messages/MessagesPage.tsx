import './messages.css';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '@/api/SessionContext';
import { Icon } from '@/ui/Icon';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { type Route, routeOf } from './addressed';
import { Composer } from './Composer';
import { List } from './List';

/** The name that the link brought along, which says nothing to the server. */
function nameIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('writeTo' in state)) return undefined;
  return typeof state.writeTo === 'string' ? state.writeTo : undefined;
}

function New({ route, me }: { route: Route; me: string }) {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const name = nameIn(useLocation().state);
  return (
    <>
      <header className="messages-head">
        <Link className="btn btn-quiet btn-icon messages-back" to="/my/messages">
          <Icon name="left" />
          <span className="sr">{t('backToAll')}</span>
        </Link>
        <div className="messages-head-text">
          <h1>{name ? t('writeTo', { name }) : t('new.title')}</h1>
        </div>
      </header>
      <div className="messages-log">
        <p className="messages-over sm mut">{t(route.to_kind === 'member' ? 'new.member' : 'new.team')}</p>
      </div>
      <Composer
        focused
        me={me}
        route={route}
        name={name ?? ''}
        label={name ? t('writeTo', { name }) : t('new.title')}
        draft={['new', route.from_id, route.to_kind, route.to_id, route.about_id].filter(Boolean).join('.')}
        onSent={(thread) => void navigate(`/my/messages/${thread}`, { replace: true })}
      />
    </>
  );
}

/** The conversations of the member; beside them, where a link leads to somebody, a new message. */
export function MessagesPage() {
  const { t } = useTranslation('messages');
  usePageTitle(t('title'));
  const session = useSession();
  const [query] = useSearchParams();
  const route = routeOf(query);
  const me = session.status === 'member' ? session.member.id : '';
  return (
    <div className={route ? 'messages messages-one' : 'messages'}>
      <List at={undefined} heading={route ? 'h2' : 'h1'} />
      <section className="messages-open" aria-label={t('conversation')}>
        {route ? (
          <New key={query.toString()} route={route} me={me} />
        ) : (
          <EmptyState heading="h2" title={t('choose')} text={t('chooseText')} />
        )}
      </section>
    </div>
  );
}
