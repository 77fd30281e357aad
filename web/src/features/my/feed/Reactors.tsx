import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePostReactionsQuery } from '@/api/generated/feed';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Bone, Loading } from '@/ui/Skeleton';
import { FeedIcon } from './icons';

/** People of a page of the list. */
const step = 20;

function List({ post, cursor }: { post: string; cursor?: string }) {
  const { t } = useTranslation('feed');
  const [more, setMore] = useState(false);
  const query = usePostReactionsQuery(cursor ? { id: post, limit: step, cursor } : { id: post, limit: step });
  const skeleton = (
    <Loading>
      <Bone height="56px" />
    </Loading>
  );
  return (
    <Loaded query={query} skeleton={skeleton} failed={t('felt.failed')}>
      {({ items, next }) => (
        <>
          {items.length > 0 && (
            <ul role="list" className="feed-reactors">
              {items.map(({ member, kind }) => (
                <li key={member.id}>
                  <Avatar name={member.name} id={member.id} picture={member.avatar} />
                  <PersonLink id={member.id}>
                    <b>{member.name}</b>
                  </PersonLink>
                  <span className={`feed-reactor-${kind}`}>
                    <FeedIcon name={kind} size={18} />
                    <span className="sr">{t(`react.${kind}`)}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {items.length === 0 && !cursor && <p className="mut">{t('felt.nobody')}</p>}
          {next && more && <List key={next} post={post} cursor={next} />}
          {next && !more && (
            <Button variant="outline" onClick={() => setMore(true)}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Who reacted to a post, and how. */
export function Reactors({ post, onClose }: { post: string; onClose: () => void }) {
  const { t } = useTranslation('feed');
  return (
    <Dialog open title={t('felt.title')} onClose={onClose}>
      <div className="stack">
        <List post={post} />
      </div>
    </Dialog>
  );
}
