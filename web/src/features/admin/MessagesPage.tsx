import './admin.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeQuery } from '@/api/generated/members';
import { type ListInquiry, useInquiriesQuery, useLazyInquiriesQuery } from '@/api/generated/staff';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { holds } from '@/parts/roles';
import { useLiveList } from '@/parts/useLiveList';
import { useTab } from '@/parts/useTab';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { usePageTitle } from '@/ui/usePageTitle';
import { Bones } from './Bones';
import { Message } from './Message';
import { forStaff } from './StaffOnly';
import { useAnswered } from './useAnswered';

const tabs = ['waiting', 'answered'] as const;

/** How many there are on the first page, and how many more one asks for at a time: what is pushed. */
const step = 20;

function Nothing({ answered }: { answered: boolean }) {
  const { t } = useTranslation('admin');
  if (answered) return <EmptyState title={t('messages.noneAnswered')} heading="h2" />;
  return <EmptyState title={t('messages.noneWaiting')} heading="h2" text={t('messages.noneWaitingText')} />;
}

function List({ first, answered }: { first: ListInquiry; answered: boolean }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { data } = useMeQuery();
  const [load] = useLazyInquiriesQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor, answered }).unwrap(), step);
  const { ids, mark } = useAnswered();
  const count = useRef<HTMLParagraphElement>(null);
  const shown = answered ? list.items : list.items.filter(({ id }) => !ids.has(id));
  const total = first.total - (first.items.length - first.items.filter(({ id }) => answered || !ids.has(id)).length);
  const may = !answered && holds(data?.roles ?? [], 'moderator');
  const markAndGoOn = (id: string) => {
    void mark(id);
    // The button goes with its message: the keyboard goes on from above the others.
    count.current?.focus();
  };
  return (
    <>
      <p ref={count} tabIndex={-1} className="sm mut admin-count">
        {t('messages.count', { count: total, shown: format.count(total) })}
      </p>
      {shown.length === 0 && !list.hidden && <Nothing answered={answered} />}
      <ul role="list" className="admin-messages">
        {shown.map((inquiry) => (
          <Message key={inquiry.id} inquiry={inquiry} onAnswered={may ? () => markAndGoOn(inquiry.id) : undefined} />
        ))}
      </ul>
      <ListTail list={list} more={t('messages.more')} />
    </>
  );
}

function Messages({ answered }: { answered: boolean }) {
  const { t } = useTranslation('admin');
  const query = useInquiriesQuery({ answered });
  return (
    <Loaded
      query={query}
      skeleton={<Bones />}
      failed={t('messages.failed')}
      empty={<Nothing answered={answered} />}
      refused={forStaff}
    >
      {(first) => <List first={first} answered={answered} />}
    </Loaded>
  );
}

/** What people wrote to support: what waits for an answer, and what was answered, the newest first, live. */
export function MessagesPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('messages.title'));
  const [tab, choose] = useTab(tabs);
  return (
    <div className="wrap page admin">
      <h1>{t('messages.title')}</h1>
      <div>
        <Tabs
          label={t('messages.show')}
          tabs={tabs.map((key) => ({ key, label: t(`messages.${key}`) }))}
          active={tab}
          onChange={choose}
        >
          <Messages key={tab} answered={tab === 'answered'} />
        </Tabs>
      </div>
    </div>
  );
}
