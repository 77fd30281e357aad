import { useTranslation } from 'react-i18next';
import { useCampaignsQuery } from '@/api/generated/campaigns';
import { LinkButton } from '@/ui/Button';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { Loaded } from '@/parts/Loaded';
import { useTab } from '@/parts/useTab';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';

const tabs = ['popular', 'push', 'inactive'] as const;
type TeaserTab = (typeof tabs)[number];

/** Cards on a tab, and grey ones while they load. */
const limit = 6;
const skeletons = 3;

function Teaser({ tab }: { tab: TeaserTab }) {
  const { t } = useTranslation('landing');
  const empty = (
    <EmptyState
      title={t('campaigns.empty')}
      text={t('campaigns.emptyText')}
      action={<LinkButton to="/create-campaign">{t('hero.create')}</LinkButton>}
    />
  );
  return (
    <Loaded
      query={useCampaignsQuery({ tab, limit })}
      skeleton={<CampaignCardsSkeleton count={skeletons} />}
      failed={t('campaigns.failed')}
      empty={empty}
    >
      {({ items }) => (
        <div className="cards">
          {items.map((campaign) => (
            <CampaignCard key={campaign.id} campaign={campaign} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

export function CampaignsTeaser() {
  const { t } = useTranslation('landing');
  const [tab, setTab] = useTab(tabs);
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
      <p className="landing-teaser-all">
        <LinkButton to="/explore" variant="outline">
          {t('campaigns.all')}
        </LinkButton>
      </p>
    </section>
  );
}
