import './admin.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListReportedThing, useLazyReportsQuery, useReportsQuery } from '@/api/generated/reports';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { useTab } from '@/parts/useTab';
import { Segmented } from '@/ui/Segmented';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { usePageTitle } from '@/ui/usePageTitle';
import { Bones } from './Bones';
import { Reported } from './Reported';
import { forStaff } from './StaffOnly';

const tabs = ['open', 'settled'] as const;

type Order = 'latest' | 'most';

/** How many there are on the first page, and how many more one asks for at a time. */
const step = 20;

interface Shown {
  settled: boolean;
  most: boolean;
}

function List({ first, shown, onChanged }: { first: ListReportedThing; shown: Shown; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [load] = useLazyReportsQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor, ...shown }).unwrap(), step);
  return (
    <>
      <p className="sm mut admin-count">{t('reports.count', { count: first.total, shown: format.count(first.total) })}</p>
      <ul role="list" className="admin-messages">
        {list.items.map((thing) => (
          <Reported key={thing.id} thing={thing} onChanged={onChanged} />
        ))}
      </ul>
      <ListTail list={list} more={t('review.more')} />
    </>
  );
}

function Things({ shown }: { shown: Shown }) {
  const { t } = useTranslation('admin');
  const query = useReportsQuery(shown);
  return (
    <Loaded
      query={query}
      skeleton={<Bones />}
      failed={t('reports.failed')}
      empty={
        <EmptyState
          title={t(shown.settled ? 'reports.noneSettled' : 'reports.none')}
          heading="h2"
          {...(!shown.settled && { text: t('reports.noneText') })}
        />
      }
      refused={forStaff}
    >
      {(first) => <List first={first} shown={shown} onChanged={() => void query.refetch()} />}
    </Loaded>
  );
}

/** What members reported, each thing once with all that was said of it, live. */
export function ReportsPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('reports.title'));
  const [tab, choose] = useTab(tabs);
  const [order, setOrder] = useState<Order>('latest');
  const shown = { settled: tab === 'settled', most: order === 'most' };
  return (
    <div className="wrap page admin">
      <h1>{t('reports.title')}</h1>
      <div>
        <Tabs
          label={t('reports.show')}
          tabs={tabs.map((key) => ({ key, label: t(`reports.${key}`) }))}
          active={tab}
          onChange={choose}
        >
          <Segmented
            fit
            legend={t('reports.order')}
            options={[
              { value: 'latest', label: t('reports.latest') },
              { value: 'most', label: t('reports.most') },
            ]}
            value={order}
            onChange={setOrder}
          />
          <Things key={`${tab} ${order}`} shown={shown} />
        </Tabs>
      </div>
    </div>
  );
}
