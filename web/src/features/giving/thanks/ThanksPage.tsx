import './thanks.css';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { useDonationQuery } from '@/api/generated/giving';
import type { Problem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { Loaded } from '@/parts/Loaded';
import { LinkButton } from '@/ui/Button';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
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
        <div className="thanks-main">
          <Bone width="60%" height="48px" />
          <Bone width="90%" height="24px" />
          <Bone height="112px" radius="var(--r)" />
          <Bone height="140px" radius="var(--r)" />
        </div>
      </Loading>
    </div>
  );
}

function Gift({ id, slug }: { id: string; slug: string }) {
  const { t } = useTranslation('thanks');
  // What is known does not depend on being asked again; the interval only follows it.
  const { data: known } = useDonationQuery({ id });
  const query = useDonationQuery({ id }, { pollingInterval: known?.status === 'pending' ? asking : 0 });
  // An address that was cut off is refused as malformed; to its reader it leads nowhere as well.
  const refused = ({ status }: Problem) => (status === 404 || status === 403 || status === 422) && <Unknown slug={slug} />;
  return (
    <Loaded page="wrap page thanks" query={query} skeleton={<ThanksSkeleton />} failed={t('failed')} refused={refused}>
      {(donation) => <GiftView donation={donation} onStale={() => void query.refetch()} />}
    </Loaded>
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
