import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/ui/Button';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { useCampaignsQuery } from './api';

const tabs = ['popular', 'push', 'inactive'] as const;
type TeaserTab = (typeof tabs)[number];

/** Cards on a tab, and grey ones while they load. */
const limit = 6;
const skeletons = 3;

function Teaser({ tab }: { tab: TeaserTab }) {
  const { t } = useTranslation('landing');
  const { currentData, isError, error, isFetching, refetch } = useCampaignsQuery({ tab, limit });
  useEffect(() => {
    if (isError) console.error('the campaigns of the landing page did not load', error);
  }, [isError, error]);
  if (currentData && currentData.items.length > 0) {
    return (
      <div className="cards">
        {currentData.items.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} />
        ))}
      </div>
    );
  }
  if (currentData) {
    return (
      <EmptyState
        title={t('campaigns.empty')}
        text={t('campaigns.emptyText')}
        action={<LinkButton to="/create-campaign">{t('hero.create')}</LinkButton>}
      />
    );
  }
  if (isError) return <ErrorState text={t('campaigns.failed')} retrying={isFetching} onRetry={() => void refetch()} />;
  return <CampaignCardsSkeleton count={skeletons} />;
}

export function CampaignsTeaser() {
  const { t } = useTranslation('landing');
  const [tab, setTab] = useState<TeaserTab>('popular');
  return (
    <section>
      <Tabs
        label={t('campaigns.tabs')}
        variant="pills"
        tabs={tabs.map((key) => ({ key, label: t(`campaigns.${key}`) }))}
        active={tab}
        onChange={setTab}
        heading={<h2>{t('campaigns.title')}</h2>}
      >
        <Teaser tab={tab} />
      </Tabs>
      <p className="teaser-all">
        <LinkButton to="/explore" variant="outline">
          {t('campaigns.all')}
        </LinkButton>
      </p>
    </section>
  );
}
