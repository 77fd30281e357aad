import './campaign.css';
import './contribution.css';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useCampaignQuery } from '@/api/generated/campaigns';
import type { Problem } from '@/api/problem';
import { loadTexts } from '@/i18n/setup';
import { Loaded } from '@/parts/Loaded';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { usePageTitle } from '@/ui/usePageTitle';
import { CampaignSkeleton } from './CampaignSkeleton';
import { CampaignView } from './CampaignView';

// Few come for what is not there.
const Gone = lazy(async () => {
  const [{ Gone: gone }] = await Promise.all([import('./Gone'), loadTexts('campaigns')]);
  return { default: gone };
});

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
  const refused = (problem: Problem) =>
    (problem.status === 404 || problem.status === 410) && (
      <Suspense>
        <Gone problem={problem} />
      </Suspense>
    );
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
