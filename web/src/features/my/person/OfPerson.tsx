import { useTranslation } from 'react-i18next';
import {
  type ListCampaignCard,
  useLazyPersonCampaignsQuery,
  usePersonCampaignsQuery,
} from '@/api/generated/personcampaigns';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';

/** Campaigns shown at first, and how many a press adds. */
const step = 6;

function List({ first, id }: { first: ListCampaignCard; id: string }) {
  const { t } = useTranslation('person');
  const [load] = useLazyPersonCampaignsQuery();
  const list = useLiveList(first, (cursor) => load({ id, limit: step, cursor }).unwrap(), step);
  return (
    <>
      <ul role="list" className="cards person-cards">
        {list.items.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
      <ListTail list={list} more={t('campaigns.more')} />
    </>
  );
}

/** The campaigns that a member runs. */
export function OfPerson({ id }: { id: string }) {
  const { t } = useTranslation('person');
  const query = usePersonCampaignsQuery({ id, limit: step });
  return (
    <section aria-labelledby="person-campaigns">
      <h2 id="person-campaigns">{t('campaigns.title')}</h2>
      <Loaded query={query} skeleton={<CampaignCardsSkeleton count={2} />} failed={t('campaigns.failed')}>
        {(first) => <List first={first} id={id} />}
      </Loaded>
    </section>
  );
}
