import './admin.css';
import { useTranslation } from 'react-i18next';
import { type ListReviewed, useLazyReviewQuery, useReviewQuery } from '@/api/generated/moderation';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { useTab } from '@/parts/useTab';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { usePageTitle } from '@/ui/usePageTitle';
import { Bones } from './Bones';
import { ReviewedCampaign } from './ReviewedCampaign';
import { forStaff } from './StaffOnly';

const tabs = ['in_review', 'money', 'changed', 'changes_requested', 'rejected', 'suspended', 'money_refused'] as const;

type State = (typeof tabs)[number];

/** How many there are on the first page, and how many more one asks for at a time. */
const step = 20;

function List({ first, state, onChanged }: { first: ListReviewed; state: State; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [load] = useLazyReviewQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor, state }).unwrap(), step);
  return (
    <>
      <p className="sm mut admin-count">{t('review.count', { count: first.total, shown: format.count(first.total) })}</p>
      <ul role="list" className="admin-messages">
        {list.items.map((campaign) => (
          <ReviewedCampaign key={campaign.id} campaign={campaign} onChanged={onChanged} />
        ))}
      </ul>
      <ListTail list={list} more={t('review.more')} />
    </>
  );
}

function Campaigns({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  const query = useReviewQuery({ state });
  return (
    <Loaded
      query={query}
      skeleton={<Bones />}
      failed={t('review.failed')}
      empty={
        <EmptyState
          title={t(`review.none.${state}`)}
          heading="h2"
          {...((state === 'in_review' || state === 'money' || state === 'changed') && { text: t(`review.noneText.${state}`) })}
        />
      }
      refused={forStaff}
    >
      {(first) => <List first={first} state={state} onChanged={() => void query.refetch()} />}
    </Loaded>
  );
}

/** Campaigns that wait for a moderator or changed since an approval, the oldest first, and those that one stopped, live. */
export function ReviewPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('review.title'));
  const [tab, choose] = useTab(tabs);
  return (
    <div className="wrap page admin">
      <h1>{t('review.title')}</h1>
      <div>
        <Tabs
          label={t('review.show')}
          tabs={tabs.map((key) => ({ key, label: t(`review.${key}`) }))}
          active={tab}
          onChange={choose}
        >
          <Campaigns key={tab} state={tab} />
        </Tabs>
      </div>
    </div>
  );
}
