import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/ui/States';
import { Bone, Loading } from '@/ui/Skeleton';

/** The shape of what is to come. */
export function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="56px" />
        <Bone height="56px" />
        <Bone height="56px" />
      </div>
    </Loading>
  );
}

/** That nothing has happened, and what will be told here. */
export function Nothing({ heading }: { heading?: 'h2' }) {
  const { t } = useTranslation('notifications');
  return <EmptyState title={t('empty')} {...(heading && { heading })} text={t('emptyText')} />;
}
