import './messages.css';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { Problem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { Loaded } from '@/parts/Loaded';
import { LinkButton } from '@/ui/Button';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { Conversation } from './Conversation';
import { List } from './List';
import { useThreadQuery } from './shown';

const step = 30;

function Gone() {
  const { t } = useTranslation('messages');
  return (
    <EmptyState
      heading="h1"
      title={t('missing')}
      text={t('missingText')}
      action={<LinkButton to="/my/messages">{t('backToAll')}</LinkButton>}
    />
  );
}

const gone = ({ status }: Problem) => (status === 404 ? <Gone /> : undefined);

/** A conversation, beside the others where there is room. */
export function ThreadPage() {
  const { t } = useTranslation('messages');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const session = useSession();
  const query = useThreadQuery({ id, limit: step });
  usePageTitle(query.currentData?.other.name || t('conversation'));
  const me = session.status === 'member' ? session.member.id : '';
  return (
    <div className="messages messages-one">
      <List at={id} heading="h2" />
      <section className="messages-open" aria-label={t('conversation')}>
        <Loaded
          query={query}
          skeleton={
            <Loading>
              <div className="stack messages-bones">
                <Bone height="56px" />
                <Bone height="56px" />
              </div>
            </Loading>
          }
          failed={t('threadFailed')}
          refused={gone}
        >
          {(thread) => <Conversation thread={thread} me={me} onGone={() => void navigate('/my/messages')} />}
        </Loaded>
      </section>
    </div>
  );
}
