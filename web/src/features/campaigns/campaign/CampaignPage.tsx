import './campaign.css';
import './contribution.css';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useCampaignQuery } from '@/api/generated/campaigns';
import type { Problem } from '@/api/problem';
import { loadTexts } from '@/i18n/setup';
import { LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/States';
import { Loaded } from '@/parts/Loaded';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { usePageTitle } from '@/ui/usePageTitle';
import { CampaignSkeleton } from './CampaignSkeleton';
import { CampaignView } from './CampaignView';

const Cancelled = lazy(async () => {
  const [{ Cancelled: cancelled }] = await Promise.all([import('./Cancelled'), loadTexts('campaigns')]);
  return { default: cancelled };
});

function Missing() {
  const { t } = useTranslation('campaign');
  const title = t('missing.title');
  usePageTitle(title);
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={title}
        text={t('missing.text')}
        action={<LinkButton to="/explore">{t('missing.explore')}</LinkButton>}
      />
    </div>
  );
}

/** A past name or an id leads here too; the address then takes the present name. */
function usePresentAddress(asked: string, present: string | undefined): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (!present || present === asked) return;
    void navigate({ pathname: `/campaign/${present}`, search, hash }, { replace: true, preventScrollReset: true });
  }, [present, asked, navigate, search, hash]);
}

export function CampaignPage() {
  const { t } = useTranslation('campaign');
  const titleOf = useCampaignTitle();
  const { slug = '' } = useParams();
  const query = useCampaignQuery({ slug });
  const { data, currentData } = query;
  // While the address changes to the present name, what is on screen stays.
  const page = currentData ?? (data?.slug === slug ? data : undefined);
  usePresentAddress(slug, currentData?.slug);
  usePageTitle(page && titleOf(page.title));
  const refused = (problem: Problem) => {
    if (problem.status === 404) return <Missing />;
    return (
      problem.status === 410 && (
        <Suspense>
          <Cancelled problem={problem} />
        </Suspense>
      )
    );
  };
  return (
    <Loaded
      page="wrap page"
      query={{ ...query, currentData: page }}
      skeleton={<CampaignSkeleton />}
      failed={t('failed')}
      refused={refused}
    >
      {(campaign) => <CampaignView key={campaign.id} page={campaign} onStale={() => void query.refetch()} />}
    </Loaded>
  );
}
