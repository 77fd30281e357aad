import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Amount } from '@/i18n/format';
import { Trans } from 'react-i18next';
import type { Notification } from '@/api/generated/notifications';
import type { useFormat } from '@/i18n/useFormat';
import type { useShiftTime } from '@/parts/useShiftTime';
import type { MemberIconName } from '@/ui/MemberIcon';

type Kind = Notification['kind'];
export type Of<K extends Kind> = Extract<Notification, { kind: K }>;

/** What a row is written with. */
export interface Writing {
  t: TFunction<'notifications'>;
  format: ReturnType<typeof useFormat>;
  shiftTime: ReturnType<typeof useShiftTime>;
}

interface Row<K extends Kind> {
  icon: MemberIconName | ((item: Of<K>) => MemberIconName);
  /** The page that says more about it. */
  page: (item: Of<K>) => string;
  says: (item: Of<K>, writing: Writing) => ReactNode;
}

const campaignPage = ({ campaign_slug: slug, campaign_id: id }: { campaign_slug: string; campaign_id: string }) =>
  `/campaign/${slug || id}`;

const thingPage = ({ post_id: post }: { post_id?: string }) => (post ? `/my/activity?post=${post}` : '/my/activity');

const money = ({ amount, currency }: Amount, { format }: Writing) =>
  format.money({ amount, currency });

/** How much of a pledge: hours, or things. */
const pledged = ({ minutes, quantity }: Of<'pledge_received'> | Of<'pledge_answered'>, { t, format }: Writing) =>
  quantity > 0
    ? t('pledge.things', { count: quantity, shown: format.count(quantity) })
    : t('pledge.hours', { shown: format.count(Math.floor(minutes / 6) / 10) });

const bold = { b: <b /> };

const teamPage = (item: Of<'team_news'>) => {
  const { team_change: change, page_id: page, campaign_id: id } = item;
  if (page) return change === 'invited' ? '/my/pages' : `/my/pages/${page}`;
  if (change === 'removed' || change === 'hand_over_off' || change === 'page_off') return campaignPage(item);
  return change === 'invited' || change === 'hand_over' ? '/my/campaigns' : `/my/campaigns/${id}?tab=team`;
};

/** How a notice of each kind looks, where it leads, and what it says. */
export const kinds: { [K in Kind]: Row<K> } = {
  shift_reminder: {
    icon: 'calendar',
    page: () => '/my/shifts',
    says: ({ shift_starts: starts, shift_zone: zone, subject_title: title }, { t, shiftTime }) => {
      const when = starts ? shiftTime({ starts_at: starts, ends_at: starts, time_zone: zone }) : '';
      return title ? t('shift.reminder', { title, when }) : t('shift.reminderUntitled', { when });
    },
  },
  refund_declined: {
    icon: 'heart',
    page: (item) => `${campaignPage(item)}/thanks?donation=${item.donation_id}`,
    says: (_, { t }) => t('says.refundDeclined'),
  },
  refund_asked: {
    icon: 'money',
    page: ({ campaign_id: id }) => `/my/campaigns/${id}?tab=gifts`,
    says: (item, w) => w.t('says.refundAsked', { amount: money(item, w) }),
  },
  payment_problem: {
    icon: 'money',
    page: ({ campaign_id: id }) => `/my/campaigns/${id}?tab=gifts`,
    says: ({ step, amount, currency }, { t, format }) =>
      t(`payment.${step}`, { amount: currency ? format.money({ amount, currency }) : '' }),
  },
  gift_received: {
    icon: 'money',
    page: campaignPage,
    says: (item, w) => {
      const amount = money(item, w);
      if (!item.giver) return w.t('says.receivedUnnamed', { amount });
      return <Trans t={w.t} i18nKey="says.received" values={{ name: item.giver, amount }} components={bold} />;
    },
  },
  gift_completed: {
    icon: 'heart',
    page: (item) => `${campaignPage(item)}/thanks?donation=${item.donation_id}`,
    says: (item, w) => w.t('says.completed', { amount: money(item, w) }),
  },
  pledge_received: {
    icon: ({ quantity }) => (quantity > 0 ? 'materials' : 'time'),
    page: ({ campaign_id: id, pledge_step: step }) => `/my/campaigns/${id}${step === 'offered' ? '?phase=waiting' : ''}`,
    says: (item, w) => {
      const what = pledged(item, w);
      const key = item.pledge_step === 'offered' ? 'offers' : item.pledge_step;
      if (!item.giver) return w.t(`pledge.${key}Unnamed`, { what });
      return <Trans t={w.t} i18nKey={`pledge.${key}`} values={{ name: item.giver, what }} components={bold} />;
    },
  },
  pledge_answered: {
    icon: 'heart',
    page: () => '/my/donations',
    says: (item, w) => w.t(`pledge.${item.pledge_step}`, { what: pledged(item, w) }),
  },
  shift_changed: {
    icon: 'calendar',
    page: () => '/my/shifts',
    says: ({ shift_step: step, shift_starts: starts, shift_zone: zone, subject_title: title }, { t, shiftTime }) => {
      const when = starts ? shiftTime({ starts_at: starts, ends_at: starts, time_zone: zone }) : '';
      return title ? t(`shift.${step}`, { title, when }) : t(`shift.${step}Untitled`, { when });
    },
  },
  campaign_news: {
    icon: 'flag',
    page: (item) => `${campaignPage(item)}?tab=updates`,
    says: ({ news, subject_title: title }, { t }) =>
      news === 'update' && title ? t('news.updateTitled', { title }) : t(`news.${news}`),
  },
  campaign_completed: {
    icon: 'flag',
    page: campaignPage,
    says: ({ end_reason: reason, own }, { t }) => {
      if (reason === 'cancelled') return t('says.cancelled');
      return t(own ? 'says.endedOwn' : 'says.ended');
    },
  },
  campaign_reviewed: {
    icon: 'shield',
    page: ({ campaign_id: id }) => `/my/campaigns/${id}`,
    says: ({ decision }, { t }) => t(`decided.${decision}`),
  },
  team_news: {
    icon: 'people',
    page: teamPage,
    says: ({ team_change: change, page_id: page, giver }, { t }) => {
      const values = { name: giver || t('team.somebody') };
      if (!page) return <Trans t={t} i18nKey={`team.${change}`} values={values} components={bold} />;
      if (change === 'hand_over' || change === 'hand_over_off' || change === 'hand_over_no' || change === 'page_off') {
        return null; // which no page has
      }
      return <Trans t={t} i18nKey={`editors.${change}`} values={values} components={bold} />;
    },
  },
  thread_news: {
    icon: 'people',
    page: thingPage,
    // The last of them by name, and how many more there are.
    says: ({ on, thread_step: step, others: count, giver: name }, { t, format }) => {
      if (!on) return null;
      const about = step === 'shared' ? 'post.shared' : (`${on}.${step}` as const);
      if (!name) return t(`thread.${about}Some`, { count, shown: format.count(count) });
      if (count < 2) return <Trans t={t} i18nKey={`thread.${about}Alone`} values={{ name }} components={bold} />;
      const values = { name, shown: format.count(count - 1) };
      return <Trans t={t} i18nKey={`thread.${about}With`} count={count - 1} values={values} components={bold} />;
    },
  },
  report_settled: {
    icon: 'shield',
    page: (item) => (item.on ? thingPage(item) : campaignPage(item)),
    says: ({ on, outcome }, { t }) => {
      if (!on) return outcome !== 'removed' && t(`report.${outcome}`);
      return outcome !== 'suspended' && t(`reported.${on}.${outcome}`);
    },
  },
  words_removed: {
    icon: 'shield',
    page: thingPage,
    says: ({ on }, { t }) => on && t(`removed.${on}`),
  },
  security: {
    icon: 'shield',
    page: () => '/my/settings#history',
    says: ({ what }, { t }) => t(`security.${what}`),
  },
};

/** The row of a notice's own kind; undefined for a kind that a newer server has, and this app does not know. */
export const rowOf = <K extends Kind>(item: Of<K>) => kinds[item.kind] as unknown as Row<K> | undefined;
