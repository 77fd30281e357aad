import './campaign.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { asProblem } from '@/api/problem';
import { useProblemText } from '@/i18n/useProblemText';
import { LinkButton } from '@/ui/Button';
import { EmptyState, ErrorState } from '@/ui/States';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { usePageTitle } from '@/ui/usePageTitle';
import { useCampaignQuery } from './api';
import { CampaignSkeleton } from './CampaignSkeleton';
import { CampaignView } from './CampaignView';

function Missing({ title }: { title: string }) {
  const { t } = useTranslation('campaign');
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
  const problemText = useProblemText();
  const titleOf = useCampaignTitle();
  const { slug = '' } = useParams();
  const { data, currentData, error, isFetching, refetch } = useCampaignQuery({ slug });
  // While the address changes to the present name, what is on screen stays.
  const page = currentData ?? (data?.slug === slug ? data : undefined);
  usePresentAddress(slug, currentData?.slug);
  usePageTitle(page && titleOf(page.title));
  useEffect(() => {
    if (error) console.error('the campaign did not load', error);
  }, [error]);

  if (page) return <CampaignView key={page.id} page={page} onStale={() => void refetch()} />;
  if (!error || isFetching) return <CampaignSkeleton />;
  const problem = asProblem(error);
  if (problem.status === 404) return <Missing title={t('missing.title')} />;
  if (problem.status === 410) return <Missing title={problemText(problem).title} />;
  return (
    <div className="wrap page">
      <ErrorState heading="h1" text={t('failed')} onRetry={() => void refetch()} />
    </div>
  );
}
