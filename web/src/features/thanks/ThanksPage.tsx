import './thanks.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { asProblem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { LinkButton } from '@/ui/Button';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { useDonationQuery } from './api';
import { GiftView } from './GiftView';

/** Milliseconds between two questions while the payment waits, should the socket stay silent. */
const asking = 4000;

function Unknown({ slug }: { slug: string }) {
  const { t } = useTranslation('thanks');
  const guest = useSession().status !== 'member';
  const { pathname, search } = useLocation();
  return (
    <div className="wrap page thanks">
      <EmptyState
        heading="h1"
        title={t('unknown.title')}
        text={guest ? t('unknown.textGuest') : t('unknown.text')}
        action={
          <div className="thanks-actions">
            {guest && <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>{t('unknown.signIn')}</LinkButton>}
            <LinkButton variant="outline" to={`/campaign/${slug}`}>
              {t('campaign')}
            </LinkButton>
          </div>
        }
      />
    </div>
  );
}

function ThanksSkeleton() {
  return (
    <div className="wrap page thanks">
      <Loading>
        <div className="card">
          <div className="thanks-cover">
            <Bone height="100%" radius="0" />
          </div>
          <div className="thanks-body">
            <Bone width="56px" height="56px" radius="50%" />
            <Bone width="60%" height="44px" />
            <Bone width="80%" height="20px" />
            <Bone height="140px" radius="var(--r)" />
            <Bone width="70%" height="48px" radius="var(--r)" />
          </div>
        </div>
      </Loading>
    </div>
  );
}

function Gift({ id, slug }: { id: string; slug: string }) {
  const { t } = useTranslation('thanks');
  // What is known does not depend on being asked again; the interval only follows it.
  const { data: known } = useDonationQuery({ id });
  const { currentData, error, isFetching, refetch } = useDonationQuery(
    { id },
    { pollingInterval: known?.status === 'pending' ? asking : 0 },
  );
  useEffect(() => {
    if (error) console.error('the gift did not load', error);
  }, [error]);
  if (currentData) return <GiftView donation={currentData} onStale={() => void refetch()} />;
  if (!error || isFetching) return <ThanksSkeleton />;
  const problem = asProblem(error);
  // An address that was cut off is refused as malformed; to its reader it leads nowhere as well.
  if (problem.status === 404 || problem.status === 403 || problem.status === 422) return <Unknown slug={slug} />;
  return (
    <div className="wrap page thanks">
      <ErrorState heading="h1" text={t('failed')} onRetry={() => void refetch()} />
    </div>
  );
}

/** Where the payment page leads back to: what became of the gift, as the server knows it. */
export function ThanksPage() {
  const { t } = useTranslation('thanks');
  usePageTitle(t('title'));
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const id = search.get('donation');
  return id ? <Gift key={id} id={id} slug={slug} /> : <Unknown slug={slug} />;
}
