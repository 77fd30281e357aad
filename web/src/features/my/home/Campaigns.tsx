import { useTranslation } from 'react-i18next';
import { type ListCampaignCard, useLazyMyCampaignsQuery, useMyCampaignsQuery } from '@/api/generated/campaigns';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/States';

/** Campaigns shown at first, and how many a press adds. */
const step = 6;

function List({ first }: { first: ListCampaignCard }) {
  const { t } = useTranslation('home');
  const [load] = useLazyMyCampaignsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor }).unwrap(), step);
  return (
    <>
      <ul role="list" className="cards">
        {list.items.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
            <p className="home-manage">
              <LinkButton variant="quiet" size="small" to={`/my/campaigns/${campaign.id}`}>
                {t('campaigns.pledges')}
              </LinkButton>
            </p>
          </li>
        ))}
      </ul>
      <ListTail list={list} more={t('more')} />
    </>
  );
}

/** The member's own campaigns, the newest first. */
export function Campaigns() {
  const { t } = useTranslation('home');
  const query = useMyCampaignsQuery({ limit: step });
  return (
    <section className="home-section">
      <h2>{t('campaigns.title')}</h2>
      <Loaded
        query={query}
        skeleton={<CampaignCardsSkeleton count={3} />}
        failed={t('campaigns.failed')}
        empty={
          <EmptyState
            title={t('campaigns.empty')}
            text={t('campaigns.emptyText')}
            action={<LinkButton to="/create-campaign">{t('campaigns.create')}</LinkButton>}
          />
        }
      >
        {(first) => <List first={first} />}
      </Loaded>
    </section>
  );
}
