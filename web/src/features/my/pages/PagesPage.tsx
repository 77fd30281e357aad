import './pages.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type Page, type PageList, useLazyPagesQuery, usePagesQuery } from '@/api/generated/pages';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { useLiveList } from '@/parts/useLiveList';
import { useSettled } from '@/parts/useSettled';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Asked } from './Asked';
import { RunBy, useFollowers, Verified, Website } from './Facts';
import { FollowButton } from './FollowButton';
import { PageForm } from './PageForm';
import { kinds } from './values';

const step = 20;

type Kind = (typeof kinds)[number];

function Item({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const followers = useFollowers();
  const { id, name, lang, kind, industry, description, location, creator } = page;
  return (
    <li className="pages-card">
      <div className="pages-head">
        <Avatar name={name} id={id} picture={page.logo} size={56} />
        <div>
          <h2>
            <Link to={`/my/pages/${id}`} lang={lang}>
              <Unbroken text={name} />
            </Link>
          </h2>
          <p className="sm mut">
            {t(`kind.${kind}`)}
            {industry && (
              <>
                {' · '}
                <span lang={lang}>{industry}</span>
              </>
            )}
          </p>
        </div>
        <Verified page={page} quiet />
      </div>
      {description && (
        <p className="pages-words" lang={lang}>
          {description}
        </p>
      )}
      <div className="pages-foot">
        <div className="sm mut">
          {location && (
            <p className="pages-place">
              <Icon name="pin" size={16} /> <span lang={lang}>{location}</span>
            </p>
          )}
          {page.website && (
            <p>
              <Website page={page} />
            </p>
          )}
          <p>{followers(page.followers)}</p>
          {creator && (
            <p>
              <RunBy page={page} />
            </p>
          )}
        </div>
        <FollowButton page={page} size="small" />
      </div>
    </li>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="pages-grid">
        {[1, 2, 3].map((n) => (
          <Bone key={n} height="200px" />
        ))}
      </div>
    </Loading>
  );
}

interface Asked {
  readonly kind?: Kind;
  readonly q?: string;
}

function List({ first, asked }: { first: PageList; asked: Asked }) {
  const { t } = useTranslation('pages');
  const [load] = useLazyPagesQuery();
  const list = useLiveList(first, (cursor) => load({ ...asked, cursor }).unwrap(), step);
  return (
    <>
      <ul role="list" className="pages-grid">
        {list.items.map((page) => (
          <Item key={page.id} page={page} />
        ))}
      </ul>
      <ListTail list={list} more={t('more')} />
    </>
  );
}

/** The directory of pages: what organizations there are, found by words and by kind. */
export function PagesPage() {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const go = useNavigate();
  const [params, setParams] = useSearchParams();
  const [typed, type] = useState(params.get('q') ?? '');
  // A shortcut may lead here to make one.
  const [isMaking, make] = useState(params.get('new') === 'page');
  const words = useSettled(typed.trim());
  const kind = kinds.find((one) => one === params.get('kind'));
  const asked: Asked = { ...(kind && { kind }), ...(words && { q: words }) };
  const query = usePagesQuery(asked);
  usePageTitle(t('title'));
  const counts = (query.currentData ?? query.data)?.kinds;
  const of = (one: Kind) => counts?.find((counted) => counted.kind === one)?.count ?? 0;
  const choose = (one: Kind | undefined) => {
    const next = new URLSearchParams(params);
    if (one) next.set('kind', one);
    else next.delete('kind');
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const tab = (one: Kind | undefined, label: string, count: number) => (
    <label key={one ?? 'all'} className="pages-tab">
      <input className="sr" type="radio" name="kind" checked={kind === one} onChange={() => choose(one)} />
      <span>
        {label} {counts && <span className="num">{format.count(count)}</span>}
      </span>
    </label>
  );
  return (
    <div className="wrap page pages">
      <div className="pages-top">
        <div>
          <h1>{t('title')}</h1>
          <p className="mut">{t('lead')}</p>
        </div>
        <Button aria-haspopup="dialog" onClick={() => make(true)}>
          <Icon name="plus" size={18} />
          {t('create')}
        </Button>
      </div>
      <Asked />
      <div className="pages-filter">
        <div className="pages-tabs" role="radiogroup" aria-label={t('filter')}>
          {tab(undefined, t('all'), kinds.reduce((sum, one) => sum + of(one), 0))}
          {kinds.map((one) => tab(one, t(`kinds.${one}`), of(one)))}
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
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('failed')}
        empty={<EmptyState heading="h2" title={t('none')} text={t(words || kind ? 'noneText' : 'emptyText')} />}
      >
        {(first) => <List key={JSON.stringify(asked)} first={first} asked={asked} />}
      </Loaded>
      {isMaking && <PageForm onDone={(id) => void go(`/my/pages/${id}`)} onClose={() => make(false)} />}
    </div>
  );
}
