import type { TFunction } from 'i18next';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notification } from '@/api/generated/notifications';
import { useFormat } from '@/i18n/useFormat';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useShiftTime } from '@/parts/useShiftTime';
import { MemberIcon, type MemberIconName } from '@/ui/MemberIcon';
import { RelativeTime } from '@/ui/RelativeTime';

const icons: Record<Notification['kind'], MemberIconName> = {
  gift_received: 'money',
  gift_completed: 'heart',
  pledge_received: 'materials',
  pledge_answered: 'heart',
  shift_changed: 'calendar',
  campaign_news: 'flag',
  campaign_completed: 'flag',
  campaign_reviewed: 'shield',
  team_news: 'people',
  thread_news: 'people',
  report_settled: 'shield',
  words_removed: 'shield',
  security: 'shield',
};

/** The page that says more about it. */
function pageOf(item: Notification): string {
  const { kind, campaign_slug: slug, campaign_id: id, donation_id: donation, team_change: change } = item;
  if (item.on) return item.post_id ? `/my/activity?post=${item.post_id}` : '/my/activity';
  if (kind === 'security') return '/my/settings#history';
  if (kind === 'campaign_reviewed') return `/my/campaigns/${id}`;
  if (kind === 'pledge_received') return `/my/campaigns/${id}${item.pledge_step === 'offered' ? '?phase=waiting' : ''}`;
  if (item.page_id) return change === 'invited' ? '/my/pages' : `/my/pages/${item.page_id}`;
  if (kind === 'team_news') {
    if (change === 'removed' || change === 'hand_over_off' || change === 'page_off') return `/campaign/${slug || id}`;
    return change === 'invited' || change === 'hand_over' ? '/my/campaigns' : `/my/campaigns/${id}?tab=team`;
  }
  if (kind === 'pledge_answered') return '/my/donations';
  if (kind === 'shift_changed') return '/my/shifts';
  const campaign = `/campaign/${slug || id}`;
  if (kind === 'campaign_news') return `${campaign}?tab=updates`;
  return kind === 'gift_completed' ? `${campaign}/thanks?donation=${donation}` : campaign;
}

/** What was done to a pledge, and of how much. */
function PledgeSays({ item, t }: { item: Notification; t: TFunction<'notifications'> }) {
  const format = useFormat();
  const { pledge_step: step, giver: name, minutes, quantity } = item;
  const what =
    quantity > 0
      ? t('pledge.things', { count: quantity, shown: format.count(quantity) })
      : t('pledge.hours', { shown: format.count(Math.floor(minutes / 6) / 10) });
  if (step === '') return null;
  if (step === 'offered' || step === 'logged' || step === 'withdrawn') {
    const key = step === 'offered' ? 'offers' : step;
    if (!name) return t(`pledge.${key}Unnamed`, { what });
    return <Trans t={t} i18nKey={`pledge.${key}`} values={{ name, what }} components={{ b: <b /> }} />;
  }
  return t(`pledge.${step}`, { what });
}

/** What is new about a shift that one comes to, or about a campaign that one supports. */
function NewsSays({ item, t }: { item: Notification; t: TFunction<'notifications'> }) {
  const time = useShiftTime();
  const { news, shift_step: step, shift_starts: starts, shift_zone: zone, subject_title: title } = item;
  if (news) return news === 'update' && title ? t('news.updateTitled', { title }) : t(`news.${news}`);
  if (!step) return null;
  const when = starts ? time({ starts_at: starts, ends_at: starts, time_zone: zone }) : '';
  return title ? t(`shift.${step}`, { title, when }) : t(`shift.${step}Untitled`, { when });
}

/** What others did about what one wrote: the last of them by name, and how many more there are. */
function ThreadSays({ item, t }: { item: Notification; t: TFunction<'notifications'> }) {
  const format = useFormat();
  const { on, thread_step: step, others: count, giver: name } = item;
  if (!on || !step) return null;
  const about = step === 'shared' ? 'post.shared' : (`${on}.${step}` as const);
  if (!name) return t(`thread.${about}Some`, { count, shown: format.count(count) });
  if (count < 2) return <Trans t={t} i18nKey={`thread.${about}Alone`} values={{ name }} components={{ b: <b /> }} />;
  const values = { name, shown: format.count(count - 1) };
  return <Trans t={t} i18nKey={`thread.${about}With`} count={count - 1} values={values} components={{ b: <b /> }} />;
}

/** What changed of who runs a campaign, or edits a page. */
function TeamSays({ item, t }: { item: Notification; t: TFunction<'notifications'> }) {
  const { team_change: change, page_id: page, giver } = item;
  const values = { name: giver || t('team.somebody') };
  if (!change) return null;
  if (!page) return <Trans t={t} i18nKey={`team.${change}`} values={values} components={{ b: <b /> }} />;
  if (change === 'hand_over' || change === 'hand_over_off' || change === 'hand_over_no' || change === 'page_off') return null;
  return <Trans t={t} i18nKey={`editors.${change}`} values={values} components={{ b: <b /> }} />;
}

/** Of which campaign or page it is, where it is of one. */
function About({ item }: { item: Notification }) {
  const titleOf = useCampaignTitle();
  const { kind, on, page_id: page, page_name: name, page_lang, campaign_title: title, campaign_lang } = item;
  if (kind === 'security' || (on && !page) || (page && !name)) return null;
  return (
    <>
      {' · '}
      {page ? <span lang={page_lang}>{name}</span> : <span lang={title ? campaign_lang : undefined}>{titleOf(title)}</span>}
    </>
  );
}

function Says({ item, t }: { item: Notification; t: TFunction<'notifications'> }) {
  const format = useFormat();
  const amount = item.currency ? format.money({ amount: item.amount, currency: item.currency }) : '';
  if (item.kind === 'pledge_received' || item.kind === 'pledge_answered') return <PledgeSays item={item} t={t} />;
  if (item.kind === 'shift_changed' || item.kind === 'campaign_news') return <NewsSays item={item} t={t} />;
  if (item.kind === 'security') return item.what && t(`security.${item.what}`);
  if (item.kind === 'campaign_reviewed') return item.decision && t(`decided.${item.decision}`);
  if (item.kind === 'team_news') return <TeamSays item={item} t={t} />;
  if (item.kind === 'thread_news') return <ThreadSays item={item} t={t} />;
  if (item.kind === 'words_removed') return item.on && t(`removed.${item.on}`);
  if (item.kind === 'report_settled') {
    const { on, outcome } = item;
    if (on) return (outcome === 'harmless' || outcome === 'removed' || outcome === 'over') && t(`reported.${on}.${outcome}`);
    return outcome && outcome !== 'removed' && t(`report.${outcome}`);
  }
  if (item.end_reason === 'cancelled') return t('says.cancelled');
  if (item.kind === 'campaign_completed') return t(item.own ? 'says.endedOwn' : 'says.ended');
  if (item.kind === 'gift_completed') return t('says.completed', { amount });
  if (!item.giver) return t('says.receivedUnnamed', { amount });
  return <Trans t={t} i18nKey="says.received" values={{ name: item.giver, amount }} components={{ b: <b /> }} />;
}

interface Props {
  item: Notification;
  onOpen: () => void;
}

/** What happened, when, and to which campaign; it leads to where there is more. */
export function NotificationRow({ item, onOpen }: Props) {
  const { t } = useTranslation('notifications');
  return (
    <li className="notifications-row">
      <span className={`notifications-icon notifications-${item.kind}`}>
        <MemberIcon name={icons[item.kind]} />
      </span>
      <div>
        <Link to={pageOf(item)} onClick={onOpen} className="notifications-says">
          <Says item={item} t={t} />
        </Link>
        {item.reason && <p className="sm">{t('removed.reason', { reason: item.reason })}</p>}
        <p className="sm mut">
          <RelativeTime at={item.at} />
          <About item={item} />
          {item.returned && ` · ${t(`returned.${item.returned}`)}`}
        </p>
      </div>
      {item.new && (
        <span className="notifications-fresh">
          <span className="sr">{t('new')}</span>
        </span>
      )}
    </li>
  );
}
