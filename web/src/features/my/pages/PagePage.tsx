import './pages.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import {
  type ListFollower,
  type Page,
  useClosePageMutation,
  useLazyPageFollowersQuery,
  usePageFollowersQuery,
  usePageQuery,
  useAllowPageMoneyMutation,
  useVerifyPageMutation,
} from '@/api/generated/pages';
import { useMeQuery } from '@/api/generated/members';
import { useSettingsQuery } from '@/api/generated/platform';
import type { Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { holds } from '@/parts/roles';
import { useCommand } from '@/parts/useCommand';
import { useLiveList } from '@/parts/useLiveList';
import { useTab } from '@/parts/useTab';
import { WriteLink } from '@/parts/WriteLink';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { ShareButton } from '@/ui/ShareButton';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { showToast } from '@/ui/toast';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Publications } from '../Publications';
import { Campaigns } from './Campaigns';
import { Editors } from './Editors';
import { RunBy, useFollowers, Verified, Website } from './Facts';
import { FollowButton } from './FollowButton';
import { PageForm } from './PageForm';

const step = 20;
const keys = ['about', 'publications', 'campaigns', 'followers', 'editors'] as const;

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="96px" />
        <Bone width="60%" height="26px" />
        <Bone height="120px" />
      </div>
    </Loading>
  );
}

/** An address that leads to no page is what it would be without one; one that was there before is closed. */
function missing({ status, code }: Problem, before: Page | undefined) {
  if (code !== 'page_not_found' && status !== 422) return undefined;
  // Whoever closes it is told so where they do.
  if (before) return before.own ? <Bones /> : <Gone name={before.name} />;
  return <Missing />;
}

/** Says that a page was closed while one looked at it. */
function Gone({ name }: { name: string }) {
  const { t } = useTranslation('pages');
  return (
    <div role="status">
      <EmptyState heading="h1" title={t('detail.gone', { name })} text={t('detail.goneText')} />
    </div>
  );
}

/** That there is no such page is said where one comes to then. */
function Missing() {
  const { t } = useTranslation('pages');
  const go = useNavigate();
  const title = t('detail.missing');
  useEffect(() => {
    showToast({ title, tone: 'error' });
    void go('/my/pages', { replace: true });
  }, [go, title]);
  return null;
}

function About({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const { description, lang, creator, verified_at: verifiedAt } = page;
  return (
    <div className="pages-about">
      {description ? (
        <p className="pages-description" lang={lang}>
          {description}
        </p>
      ) : (
        <p className="mut">{t('detail.noWords')}</p>
      )}
      <ul role="list" className="pages-facts">
        {page.website && (
          <li>
            <span className="mut">{t('website')}</span> <Website page={page} />
          </li>
        )}
        <li>{t('detail.since', { date: format.longDate(page.opened_at) })}</li>
        {creator && (
          <li>
            <RunBy page={page} editors={page.editors} />
          </li>
        )}
        {verifiedAt && <li className="pages-verified">{t('detail.verifiedSince', { date: format.longDate(verifiedAt) })}</li>}
      </ul>
    </div>
  );
}

function Fans({ first, id }: { first: ListFollower; id: string }) {
  const { t } = useTranslation('pages');
  const [load] = useLazyPageFollowersQuery();
  const list = useLiveList(first, (cursor) => load({ id, cursor }).unwrap(), step);
  return (
    <>
      <ul role="list" className="pages-fans">
        {list.items.map((fan) => (
          <li key={fan.id}>
            <Avatar name={fan.name} id={fan.id} picture={fan.avatar} />
            <PersonLink id={fan.id}>{fan.name}</PersonLink>
            <span className="sm mut">
              <RelativeTime at={fan.followed_at} />
            </span>
          </li>
        ))}
      </ul>
      <ListTail list={list} more={t('detail.more')} />
    </>
  );
}

function Followers({ id }: { id: string }) {
  const { t } = useTranslation('pages');
  const query = usePageFollowersQuery({ id });
  return (
    <Loaded
      query={query}
      skeleton={<Bones />}
      failed={t('detail.fansFailed')}
      empty={<EmptyState heading="h2" title={t('detail.nobody')} />}
    >
      {(first) => <Fans first={first} id={id} />}
    </Loaded>
  );
}

/** What a moderator does with a page. */
function Verifying({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const [verify] = useVerifyPageMutation();
  const verified = Boolean(page.verified_at);
  const { run, busy, failure } = useCommand(
    () => verify({ verifyPageBody: { page_id: page.id, verified: !verified } }).unwrap(),
    { onDone: () => showToast({ title: t(verified ? 'detail.isUnverified' : 'detail.isVerified') }) },
  );
  return (
    <>
      <Button variant="outline" busy={busy} onClick={() => void run(undefined)}>
        {t(verified ? 'detail.unverify' : 'detail.verify')}
      </Button>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </>
  );
}

/** Lets all campaigns of a page collect money, or takes that back. */
function Collecting({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const [allow] = useAllowPageMoneyMutation();
  const { run, busy, failure } = useCommand(
    () => allow({ allowPageMoneyBody: { page_id: page.id, allowed: !page.collects } }).unwrap(),
    { onDone: () => showToast({ title: t(page.collects ? 'detail.noMoney' : 'detail.mayCollect') }) },
  );
  return (
    <>
      <Button variant="outline" busy={busy} onClick={() => void run(undefined)}>
        {t(page.collects ? 'detail.forbidMoney' : 'detail.allowMoney')}
      </Button>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </>
  );
}

/** Closes a page of one's own, once one has read what that means. */
function Closing({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const go = useNavigate();
  const [isAsked, ask] = useState(false);
  const [close] = useClosePageMutation();
  const { run, busy, failure } = useCommand(() => close({ pageBody: { page_id: page.id } }).unwrap(), {
    onDone: () => {
      showToast({ title: t('detail.closed') });
      void go('/my/pages', { replace: true });
    },
  });
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => ask(true)}>
        {t('detail.close')}
      </Button>
      {isAsked && (
        <Dialog open onClose={() => ask(false)} title={t('detail.closeTitle')}>
          <div className="stack">
            <p>{t('detail.closeText')}</p>
            {page.campaigns > 0 && (
              <p>{t('campaigns.closing', { count: page.campaigns, shown: format.count(page.campaigns) })}</p>
            )}
            {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
            <div className="pages-do">
              <Button variant="outline" onClick={() => ask(false)}>
                {t('detail.keep')}
              </Button>
              <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
                {t('detail.close')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Detail({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const followers = useFollowers();
  const me = useMeQuery();
  const { data: settings } = useSettingsQuery();
  const decidesMoney =
    (settings?.money === 'allowed' || page.collects) && holds(me.data?.roles ?? [], 'administrator');
  const [chosen, setTab] = useTab(keys);
  const [isEdited, edit] = useState(false);
  const { id, name, lang, kind, industry, location, own, edits } = page;
  const tab = chosen === 'editors' && !edits ? 'about' : chosen; // whoever was removed while it is open
  const tabs = [
    { key: 'about' as const, label: t('detail.about') },
    { key: 'publications' as const, label: t('detail.publications') },
    {
      key: 'campaigns' as const,
      label: (
        <>
          {t('campaigns.title')} <span className="num">{format.count(page.campaigns)}</span>
        </>
      ),
    },
    {
      key: 'followers' as const,
      label: (
        <>
          {t('detail.fans')} <span className="num">{format.count(page.followers)}</span>
        </>
      ),
    },
    ...(edits ? [{ key: 'editors' as const, label: t('editors.title') }] : []),
  ];
  return (
    <>
      <div className="pages-top">
        <div className="pages-head">
          <Avatar name={name} id={id} picture={page.logo} size={96} />
          <div>
            <h1 lang={lang}>
              <Unbroken text={name} />
            </h1>
            <p className="mut pages-line">
              <span>{t(`kind.${kind}`)}</span>
              {industry && <span lang={lang}>{industry}</span>}
              {location && (
                <span className="pages-place">
                  <Icon name="pin" size={16} /> <span lang={lang}>{location}</span>
                </span>
              )}
              <span>{followers(page.followers)}</span>
              <Verified page={page} />
            </p>
          </div>
        </div>
        <div className="pages-do">
          <FollowButton page={page} />
          {!own && !edits && <WriteLink to={{ kind: 'page', id }} name={name} />}
          {edits && (
            <Button variant="outline" aria-haspopup="dialog" onClick={() => edit(true)}>
              {t('detail.edit')}
            </Button>
          )}
          {holds(me.data?.roles ?? [], 'moderator') && <Verifying page={page} />}
          {decidesMoney && <Collecting page={page} />}
          <ShareButton title={name} path={`/my/pages/${id}`} iconOnly />
          {own && <Closing page={page} />}
        </div>
      </div>
      <Tabs label={t('detail.tabs')} tabs={tabs} active={tab} onChange={setTab}>
        {tab === 'about' && <About page={page} />}
        {tab === 'publications' && <Publications page={page} edits={edits} />}
        {tab === 'campaigns' && <Campaigns page={page} />}
        {tab === 'followers' && <Followers id={id} />}
        {tab === 'editors' && <Editors page={page} />}
      </Tabs>
      {isEdited && edits && <PageForm page={page} onDone={() => edit(false)} onClose={() => edit(false)} />}
    </>
  );
}

/** The page of an organization: what it says of itself, and who follows it. */
export function PagePage() {
  const { t } = useTranslation('pages');
  const { id = '' } = useParams();
  const query = usePageQuery({ id });
  usePageTitle(query.currentData?.name ?? t('one'));
  return (
    <div className="wrap page pages">
      <p className="pages-back">
        <Link className="link" to="/my/pages">
          {t('detail.back')}
        </Link>
      </p>
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('detail.failed')}
        refused={(problem) => missing(problem, query.currentData)}
      >
        {(page) => <Detail page={page} />}
      </Loaded>
    </div>
  );
}
