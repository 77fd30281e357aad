import './pledges.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { type CampaignDetail, useCampaignQuery } from '@/api/generated/campaigns';
import { type CampaignPledge, type CampaignPledges, useCampaignPledgesQuery } from '@/api/generated/pledges';
import type { Problem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { loadTexts } from '@/i18n/setup';
import { useFormat } from '@/i18n/useFormat';
import { CampaignBars } from '@/parts/CampaignBars';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { WriteLink } from '@/parts/WriteLink';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useTab } from '@/parts/useTab';
import { Avatar } from '@/ui/Avatar';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading, PageSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Tabs } from '@/ui/Tabs';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Answers } from './Answers';
import { Details } from './Details';
import { Permission } from './Permission';
import { Standing } from './Standing';
import { ExportPledges } from './ExportPledges';
import { Urgent } from './Urgent';
import { useWhat } from './words';

const Rota = lazy(async () => {
  const [{ Rota: rota }] = await Promise.all([import('./rota/Rota'), loadTexts('rota')]);
  return { default: rota };
});

const Posting = lazy(async () => {
  const [{ Posting: posting }] = await Promise.all([import('./posting/Posting'), loadTexts('posting')]);
  return { default: posting };
});

const Gifts = lazy(async () => {
  const [{ Gifts: gifts }] = await Promise.all([import('./book/Gifts'), loadTexts('book')]);
  return { default: gifts };
});

const FiguresTab = lazy(async () => {
  const [{ FiguresTab: figures }] = await Promise.all([import('./book/FiguresTab'), loadTexts('book')]);
  return { default: figures };
});

const Team = lazy(async () => {
  const [{ Team: team }] = await Promise.all([import('./team/Team'), loadTexts('team')]);
  return { default: team };
});

type Kind = 'all' | 'time' | 'materials';
type Phase = 'current' | 'waiting' | 'done' | 'off';

const phases: readonly Phase[] = ['current', 'waiting', 'done', 'off'];

/** Where a pledge stands, as whoever has to see to it says. */
function usePhaseText(): (pledge: CampaignPledge) => string {
  const { t } = useTranslation('pledges');
  return ({ status, phase, minutes_logged: logged }) => {
    if (status === 'pledged') return t('inbox.toAnswer');
    if (status === 'accepted') return logged > 0 ? t('inbox.toConfirm') : t('inbox.expected');
    return phase === 'lent' ? t('inbox.here') : t(`is.${status}`);
  };
}

function Row({ pledge, campaign, onDone }: { pledge: CampaignPledge; campaign: string; onDone: () => void }) {
  const { t } = useTranslation('pledges');
  const what = useWhat();
  const stateOf = usePhaseText();
  const session = useSession();
  const me = session.status === 'member' && session.member.id;
  const { person, kind, phase, anonymous } = pledge;
  const name = person.name || t('inbox.erased');
  return (
    <li className="pledges-row">
      <Avatar name={person.name} id={person.id ?? pledge.id} picture={person.avatar} size={40} />
      <div className="pledges-row-body">
        <p>
          <PersonLink id={person.id}>
            <b>{name}</b>
          </PersonLink>{' '}
          <span className="xs mut">
            · <RelativeTime at={pledge.pledged_at} />
            {anonymous && ` · ${t('inbox.hidden')}`}
          </span>
        </p>
        <p className={`pledges-what strand-${kind}`}>
          <Icon name={kind} /> <b lang={pledge.item ? pledge.lang : undefined}>{what(pledge)}</b>
        </p>
        <Details pledge={pledge} />
      </div>
      <div className="pledges-row-end">
        <span className={`pledges-state pledges-state-${phase} sm`}>{stateOf(pledge)}</span>
        {/* Nobody decides about a pledge of their own. */}
        {person.id !== me && <Answers pledge={pledge} name={name} onDone={onDone} />}
        {person.id && person.id !== me && phase !== 'off' && (
          <WriteLink
            size="small"
            variant="quiet"
            to={{ kind: 'member' }}
            as={{ kind: 'campaign', id: campaign }}
            about={{ kind: kind === 'time' ? 'time' : 'thing', id: pledge.id }}
            name={name}
          />
        )}
      </div>
    </li>
  );
}

function countOf({ counts }: CampaignPledges, phase: Phase): number {
  return phase === 'current' ? counts.waiting + counts.expected + counts.lent : counts[phase];
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="88px" />
        <Bone height="88px" />
        <Bone height="88px" />
      </div>
    </Loading>
  );
}

/** Which pledges are listed; the address may name them, as links in mails do that lead to what waits for an answer. */
function usePhase(): [Phase, (phase: Phase) => void] {
  const [params, setParams] = useSearchParams();
  const phase = phases.find((one) => one === params.get('phase')) ?? 'current';
  const choose = (next: Phase) => {
    const chosen = new URLSearchParams(params);
    if (next === 'current') chosen.delete('phase');
    else chosen.set('phase', next);
    setParams(chosen, { replace: true, preventScrollReset: true });
  };
  return [phase, choose];
}

function Pledges({ campaign }: { campaign: CampaignDetail }) {
  const { id } = campaign;
  const { t } = useTranslation('pledges');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [kind, setKind] = useState<Kind>('all');
  const [phase, setPhase] = usePhase();
  const [cursor, setCursor] = useState('');
  const query = useCampaignPledgesQuery({
    id,
    ...(kind !== 'all' && { kind }),
    ...(phase !== 'current' && { phase }),
    ...(cursor && { cursor }),
  });
  const shown = query.currentData ?? query.data;
  const restart =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setCursor('');
      set(value);
    };
  return (
    <section aria-label={t('inbox.title')}>
      <div className="pledges-filters">
        <Segmented
          fit
          legend={t('inbox.kind')}
          options={[
            { value: 'all', label: t('inbox.all') },
            {
              value: 'time',
              label: common('strand.time'),
              icon: 'time',
              strand: 'time',
            },
            {
              value: 'materials',
              label: common('strand.materials'),
              icon: 'materials',
              strand: 'materials',
            },
          ]}
          value={kind}
          onChange={restart(setKind)}
        />
        <Segmented
          fit
          legend={t('inbox.phase')}
          options={phases.map((one) => ({
            value: one,
            label: shown ? `${t(`inbox.${one}`)} ${format.count(countOf(shown, one))}` : t(`inbox.${one}`),
          }))}
          value={phase}
          onChange={restart(setPhase)}
        />
        <ExportPledges campaign={campaign} />
      </div>
      <Loaded
        query={query}
        skeleton={<Bones />}
        failed={t('inbox.failed')}
        empty={<EmptyState heading="h2" title={t('inbox.none')} text={t('inbox.noneText')} />}
      >
        {({ items, next }) => (
          <>
            <Card>
              <ul role="list">
                {items.map((pledge) => (
                  <Row key={pledge.id} campaign={id} pledge={pledge} onDone={() => void query.refetch()} />
                ))}
              </ul>
            </Card>
            {next && (
              <Button variant="outline" onClick={() => setCursor(next)}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Home({ campaign, onChanged }: { campaign: CampaignDetail; onChanged: () => void }) {
  const { t } = useTranslation('pledges');
  const titleOf = useCampaignTitle();
  const format = useFormat();
  const [tab, setTab] = useTab(['pledges', 'shifts', 'gifts', 'figures', 'updates', 'team']);
  const counted = (label: string, count: number) => (
    <>
      {label}
      {count > 0 && <span className="num"> {format.count(count)}</span>}
    </>
  );
  const tabs = [
    { key: 'pledges' as const, label: t('inbox.pledges') },
    { key: 'shifts' as const, label: counted(t('inbox.shifts'), campaign.shifts) },
    { key: 'gifts' as const, label: counted(t('inbox.gifts'), campaign.gifts) },
    { key: 'figures' as const, label: t('inbox.figures') },
    { key: 'updates' as const, label: counted(t('inbox.updates'), campaign.updates) },
    { key: 'team' as const, label: counted(t('inbox.team'), campaign.co_organizers && campaign.co_organizers + 1) },
  ];
  const panels = {
    pledges: <Pledges campaign={campaign} />,
    shifts: <Rota campaign={campaign} />,
    gifts: <Gifts campaign={campaign} />,
    figures: <FiguresTab campaign={campaign} />,
    updates: <Posting campaign={campaign} />,
    team: <Team campaign={campaign} />,
  };
  return (
    <div className="wrap page pledges">
      <header className="pledges-head">
        <div>
          <h1 lang={campaign.lang}>
            <Unbroken text={titleOf(campaign.title)} />
          </h1>
          <Chip>{t(`inbox.status.${campaign.status}`)}</Chip>
        </div>
        <LinkButton variant="outline" to={`/campaign/${campaign.slug}`}>
          {t('inbox.view')}
        </LinkButton>
      </header>
      <Standing campaign={campaign} onChanged={onChanged} />
      <Permission campaign={campaign} onChanged={onChanged} />
      <Urgent campaign={campaign} onChanged={onChanged} />
      <div className="pledges-bars">
        <CampaignBars campaign={campaign} named whole />
      </div>
      <Tabs label={t('inbox.tabs')} tabs={tabs} active={tab} onChange={setTab}>
        <Suspense fallback={<Bones />}>{panels[tab]}</Suspense>
      </Tabs>
    </div>
  );
}

function Missing() {
  const { t } = useTranslation('pledges');
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={t('inbox.missing')}
        text={t('inbox.missingText')}
        action={<LinkButton to="/my">{t('inbox.home')}</LinkButton>}
      />
    </div>
  );
}

/** What stands there where there is no campaign that the member runs. */
function notShown({ status }: Problem) {
  return (status === 404 || status === 410) && <Missing />;
}

/** A campaign as whoever runs it sees it: how far it is, and what was pledged to it. */
export function InboxPage() {
  const { t } = useTranslation('pledges');
  const { id = '' } = useParams();
  const query = useCampaignQuery({ slug: id });
  usePageTitle(t('inbox.title'));
  return (
    <Loaded page="wrap page" query={query} skeleton={<PageSkeleton />} failed={t('inbox.failed')} refused={notShown}>
      {(campaign) => (campaign.can_edit ? <Home campaign={campaign} onChanged={() => void query.refetch()} /> : <Missing />)}
    </Loaded>
  );
}
