import './mine.css';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListCampaignCard, useLazyMyCampaignsQuery, useMyCampaignsQuery } from '@/api/generated/campaigns';
import { loadTexts } from '@/i18n/setup';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { useSettled } from '@/parts/useSettled';
import { LinkButton } from '@/ui/Button';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { Drafts } from './Drafts';
import { OwnCard } from './OwnCard';

const Invited = lazy(async () => {
  const [{ Invited: invited }] = await Promise.all([import('./invited/Invited'), loadTexts('invited')]);
  return { default: invited };
});

type State = 'all' | 'active' | 'paused' | 'waiting' | 'over';

const states: readonly State[] = ['all', 'active', 'paused', 'waiting', 'over'];

/** Campaigns of a page: the server's own number, so that the first page is the one that is pushed. */
const step = 20;

/** What the list is narrowed to. */
interface Narrowed {
  state?: Exclude<State, 'all'>;
  q?: string;
}

function List({ first, asked, onChanged }: { first: ListCampaignCard; asked: Narrowed; onChanged: () => void }) {
  const { t } = useTranslation('mine');
  const [load] = useLazyMyCampaignsQuery();
  const list = useLiveList(first, (cursor) => load({ ...asked, cursor }).unwrap(), step);
  return (
    <>
      <ul role="list" className="mine-list">
        {list.items.map((campaign) => (
          <li key={campaign.id}>
            <OwnCard campaign={campaign} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <ListTail list={list} more={t('more')} />
    </>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="mine-list">
        <Bone height="220px" radius="var(--r)" />
        <Bone height="220px" radius="var(--r)" />
      </div>
    </Loading>
  );
}

/** The list, with what narrows it: a state, and words. */
function All({ all, onChanged }: { all: ListCampaignCard; onChanged: () => void }) {
  const { t } = useTranslation('mine');
  const format = useFormat();
  const id = useId();
  const [state, setState] = useState<State>('all');
  const [typed, type] = useState('');
  const q = useSettled(typed.trim());
  const asked: Narrowed = { ...(state !== 'all' && { state }), ...(q && { q }) };
  const narrowed = state !== 'all' || q !== '';
  const query = useMyCampaignsQuery(asked);
  return (
    <>
      <p className="mut">{t('lead', { count: all.total, shown: format.count(all.total) })}</p>
      <div className="mine-narrow">
        <div className="field">
          <label className="sr" htmlFor={id}>
            {t('search')}
          </label>
          <input
            id={id}
            className="input"
            type="search"
            placeholder={t('search')}
            maxLength={100}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        </div>
        <Segmented
          fit
          legend={t('state')}
          options={states.map((value) => ({ value, label: t(value) }))}
          value={state}
          onChange={setState}
        />
      </div>
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('failed')}
        empty={<EmptyState heading="h2" title={t('none')} text={t('noneText')} />}
      >
        {(first) => (
          <List
            // What was narrowed begins again when it is asked for again: what fits no more is to go.
            key={narrowed ? `${state} ${q} ${query.fulfilledTimeStamp ?? 0}` : ''}
            first={first}
            asked={asked}
            onChanged={() => {
              onChanged();
              if (narrowed) void query.refetch();
            }}
          />
        )}
      </Loaded>
    </>
  );
}

/** The campaigns that the member runs, the newest first, live, with what can be done with each. */
export function MinePage() {
  const { t } = useTranslation('mine');
  usePageTitle(t('title'));
  const query = useMyCampaignsQuery({});
  return (
    <div className="wrap page mine">
      <header className="mine-head">
        <h1>{t('title')}</h1>
        {query.currentData?.items.length !== 0 && <LinkButton to="/create-campaign">{t('create')}</LinkButton>}
      </header>
      <Suspense fallback={null}>
        <Invited />
      </Suspense>
      <Drafts />
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('failed')}
        empty={
          <EmptyState
            heading="h2"
            title={t('empty')}
            text={t('emptyText')}
            action={<LinkButton to="/create-campaign">{t('create')}</LinkButton>}
          />
        }
      >
        {(all) => <All all={all} onChanged={() => void query.refetch()} />}
      </Loaded>
    </div>
  );
}
