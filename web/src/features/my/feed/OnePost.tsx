import './feed.css';
import { useTranslation } from 'react-i18next';
import { usePostQuery } from '@/api/generated/feed';
import { asProblem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { Loaded } from '@/parts/Loaded';
import { useDeleted } from '@/parts/undoable';
import { LinkButton } from '@/ui/Button';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { LeftWords } from './LeftWords';
import { PostCard } from './PostCard';

function Gone() {
  const { t } = useTranslation('feed');
  return <EmptyState title={t('oneGone')} text={t('oneGoneText')} />;
}

/** A post by itself: what a search leads to. */
export function OnePost({ id }: { id: string }) {
  const { t } = useTranslation('feed');
  const session = useSession();
  const me = session.status === 'member' ? session.member.id : '';
  const query = usePostQuery({ id });
  const isDeleted = useDeleted().has(id);
  // One that was read is kept where asking again is refused.
  const gone = query.isError && asProblem(query.error).code === 'post_not_found';
  const skeleton = (
    <Loading>
      <Bone height="180px" />
    </Loading>
  );
  return (
    <section className="feed" tabIndex={-1} data-around aria-labelledby="feed-title">
      <h1 id="feed-title">{t('one')}</h1>
      {gone || isDeleted ? (
        <>
          <Gone />
          <LeftWords about={id} me={me} />
        </>
      ) : (
        <Loaded query={query} skeleton={skeleton} failed={t('oneFailed')}>
          {({ item, mine, edits }) => (
            <PostCard
              post={item}
              mine={mine || undefined}
              me={me}
              edits={edits}
              whole
            />
          )}
        </Loaded>
      )}
      <LinkButton variant="outline" to="/my/activity">
        {t('oneAll')}
      </LinkButton>
    </section>
  );
}
