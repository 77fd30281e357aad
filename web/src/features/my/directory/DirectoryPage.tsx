import './directory.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type ListCampaignCard, useCampaignsQuery, useLazyCampaignsQuery } from '@/api/generated/campaigns';
import { type ListedPerson, type ListListedPerson, useLazyPeopleQuery, usePeopleQuery } from '@/api/generated/people';
import { useFormat } from '@/i18n/useFormat';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { useSettled } from '@/parts/useSettled';
import { useTab } from '@/parts/useTab';
import { Avatar } from '@/ui/Avatar';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';

/** How many are shown at first, and how many a press adds. */
const step = 12;

const keys = ['campaigns', 'people'] as const;

interface Asked {
  readonly q?: string;
  readonly limit: number;
}

function Campaigns({ first, asked }: { first: ListCampaignCard; asked: Asked }) {
  const { t } = useTranslation('directory');
  const [load] = useLazyCampaignsQuery();
  const list = useLiveList(first, (cursor) => load({ ...asked, cursor }).unwrap(), step);
  return (
    <>
      <h2 className="sr">{t('campaigns')}</h2>
      <ul role="list" className="cards directory-list">
        {list.items.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
      <ListTail list={list} more={t('moreCampaigns')} />
    </>
  );
}

/** A member; the whole card leads to their page. */
function Person({ person: { id, name, avatar, bio, location, lang, skills } }: { person: ListedPerson }) {
  return (
    <li className="card directory-person">
      <div className="directory-head">
        <Avatar name={name} id={id} picture={avatar} size={56} />
        <div>
          <h3>
            <Link to={`/my/user/${id}`}>
              <Unbroken text={name} />
            </Link>
          </h3>
          {location && (
            <p className="sm mut directory-place">
              <Icon name="pin" size={16} />
              <span lang={lang}>{location}</span>
            </p>
          )}
        </div>
      </div>
      {bio && (
        <p className="sm directory-bio" lang={lang}>
          {bio}
        </p>
      )}
      {skills.length > 0 && (
        <ul role="list" className="directory-skills" lang={lang}>
          {skills.slice(0, 3).map((skill) => (
            <li key={skill}>
              <Chip>{skill}</Chip>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function People({ first, asked }: { first: ListListedPerson; asked: Asked }) {
  const { t } = useTranslation('directory');
  const [load] = useLazyPeopleQuery();
  const list = useLiveList(first, (cursor) => load({ ...asked, cursor }).unwrap(), step);
  return (
    <>
      <h2 className="sr">{t('people')}</h2>
      <ul role="list" className="directory-people directory-list">
        {list.items.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </ul>
      <ListTail list={list} more={t('morePeople')} />
    </>
  );
}

/** Campaigns and members, to be looked through and searched. */
export function DirectoryPage() {
  const { t } = useTranslation('directory');
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const [tab, setTab] = useTab(keys);
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const q = useSettled(typed.trim());
  const asked: Asked = { ...(q && { q }), limit: step };
  const campaigns = useCampaignsQuery(asked);
  const people = usePeopleQuery(asked);
  usePageTitle(t('title'));
  function type(text: string): void {
    setTyped(text);
    const next = new URLSearchParams(params);
    if (text.trim()) next.set('q', text.trim());
    else next.delete('q');
    setParams(next, { replace: true, preventScrollReset: true });
  }
  const label = (text: string, found: { total: number; more?: boolean } | undefined) => (
    <>
      {text}
      {found && (
        <>
          {' '}
          <span className="num">
            {found.more ? t('counted', { shown: format.count(found.total) }) : format.count(found.total)}
          </span>
        </>
      )}
    </>
  );
  const text = q ? t('noneText') : undefined;
  return (
    <div className="wrap page directory">
      <div className="directory-top">
        <div>
          <h1>{t('title')}</h1>
          <p className="mut">{t('lead')}</p>
        </div>
        <input
          className="input"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={120}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <Tabs
        label={t('tabs')}
        tabs={[
          { key: 'campaigns', label: label(t('campaigns'), campaigns.data) },
          { key: 'people', label: label(t('people'), people.data) },
        ]}
        active={tab}
        onChange={setTab}
      >
        {tab === 'campaigns' ? (
          <>
            <p className="sm directory-hint">
              <Link className="link" to={q ? `/explore?q=${encodeURIComponent(q)}` : '/explore'}>
                {t('filters')}
              </Link>
            </p>
            <Loaded
              query={campaigns}
              skeleton={<CampaignCardsSkeleton count={6} />}
              failed={t('campaignsFailed')}
              empty={<EmptyState heading="h2" title={t('noCampaigns')} {...(text && { text })} />}
            >
              {(first) => <Campaigns key={q} first={first} asked={asked} />}
            </Loaded>
          </>
        ) : (
          <>
            <p className="sm mut directory-hint">
              {t('hint')}{' '}
              <Link className="link" to="/my/profile">
                {t('choose')}
              </Link>
            </p>
            <Loaded
              query={people}
              skeleton={<CampaignCardsSkeleton count={6} />}
              failed={t('peopleFailed')}
              empty={<EmptyState heading="h2" title={t('noPeople')} text={text ?? t('nobodyText')} />}
            >
              {(first) => <People key={q} first={first} asked={asked} />}
            </Loaded>
          </>
        )}
      </Tabs>
    </div>
  );
}
