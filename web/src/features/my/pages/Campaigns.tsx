import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CampaignCard as Card,
  type ListCampaignCard,
  useLazyPageCampaignsQuery,
  usePageCampaignsQuery,
  useTakeOffPageMutation,
} from '@/api/generated/pagecampaigns';
import type { Page } from '@/api/generated/pages';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { Button, LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { Ask } from './Editors';

/** Campaigns shown at first, and how many a press adds. */
const step = 12;

/** Takes the page's name off a campaign, once its owner has read what that means. */
function TakeOff({ campaign, page }: { campaign: Card; page: Page }) {
  const { t } = useTranslation('pages');
  const [isAsked, ask] = useState(false);
  const [takeOff] = useTakeOffPageMutation();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        label={t('campaigns.takeOffOf', { title: campaign.title })}
        onClick={() => ask(true)}
      >
        {t('campaigns.takeOff')}
      </Button>
      {isAsked && (
        <Ask
          title={t('campaigns.takeOffTitle')}
          text={t('campaigns.takeOffText', { title: campaign.title })}
          label={t('campaigns.takeOff')}
          onSend={() => takeOff({ takeOffPageBody: { campaign_id: campaign.id, page_id: page.id } }).unwrap()}
          onDone={() => showToast({ title: t('campaigns.takenOff') })}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

function List({ first, page }: { first: ListCampaignCard; page: Page }) {
  const { t } = useTranslation('pages');
  const [load] = useLazyPageCampaignsQuery();
  const list = useLiveList(first, (cursor) => load({ id: page.id, limit: step, cursor }).unwrap(), step);
  return (
    <>
      <h2 className="sr">{t('campaigns.title')}</h2>
      <ul role="list" className="cards pages-campaigns">
        {list.items.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
            {page.own && <TakeOff campaign={campaign} page={page} />}
          </li>
        ))}
      </ul>
      <ListTail list={list} more={t('campaigns.more')} />
    </>
  );
}

/** The campaigns that go in the name of a page. */
export function Campaigns({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const query = usePageCampaignsQuery({ id: page.id, limit: step });
  return (
    <Loaded
      query={query}
      skeleton={<CampaignCardsSkeleton count={3} />}
      failed={t('campaigns.failed')}
      empty={
        <EmptyState
          heading="h2"
          title={t('campaigns.none')}
          {...(page.edits && {
            text: t('campaigns.noneOwn'),
            action: <LinkButton to="/create-campaign">{t('campaigns.create')}</LinkButton>,
          })}
        />
      }
    >
      {(first) => <List first={first} page={page} />}
    </Loaded>
  );
}
