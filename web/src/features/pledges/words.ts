import { useTranslation } from 'react-i18next';
import type { CampaignPledge } from '@/api/generated/pledges';
import { useFormat } from '@/i18n/useFormat';
import { useNow } from '@/ui/useNow';

/** A pledge as both sides see it. */
export type Pledge = Omit<CampaignPledge, 'person'>;

/** "6 h", "2 × Workbench": what was pledged, or what is left of it. */
export function useWhat(): (pledge: Pledge) => string {
  const { t } = useTranslation('pledges');
  const format = useFormat();
  return ({ kind, minutes, quantity, quantity_accepted: accepted, item }) =>
    kind === 'time'
      ? t('hours', { shown: format.count(minutes / 60) })
      : t('items', {
          shown: format.count(accepted || quantity),
          item: item || t('thing'),
        });
}

/** Whether the shift has begun that a pledge is for: nothing is worked, and nobody stays away, before it does. */
export function useHasBegun({ shift_starts_at: starts }: Pick<Pledge, 'shift_starts_at'>): boolean {
  const now = useNow();
  return !starts || Date.parse(starts) <= now;
}

/** A line of words, in the language they were written in where that is known. */
export interface Words {
  readonly key: string;
  readonly text: string;
  readonly lang?: string | undefined;
}

/** What both sides wrote and what is known of a pledge, one thing a line. */
export function useDetails(): (pledge: Pledge) => Words[] {
  const { t } = useTranslation('pledges');
  const format = useFormat();
  return (p) => {
    const hours = (minutes: number) => format.count(minutes / 60);
    const facts = [
      p.delivery && t(`by.${p.delivery}`),
      p.condition && t(`in.${p.condition}`),
      p.lent && t('lent', { day: format.plainDay(p.until) }),
      p.value > 0 &&
        p.currency &&
        t('worth', {
          amount: format.money({ amount: p.value, currency: p.currency }),
        }),
    ].filter(Boolean);
    const lines: Array<Words | false> = [
      facts.length > 0 && { key: 'facts', text: facts.join(' · ') },
      p.availability !== '' && {
        key: 'when',
        text: t('when', { text: p.availability }),
        lang: p.lang,
      },
      p.skills !== '' && {
        key: 'skills',
        text: t('skills', { text: p.skills }),
        lang: p.lang,
      },
      p.message !== '' && { key: 'message', text: p.message, lang: p.lang },
      p.minutes_logged > 0 && {
        key: 'logged',
        text: [t('logged', { shown: hours(p.minutes_logged) }), p.logged_note].filter(Boolean).join(' · '),
      },
      p.minutes_confirmed > 0 && {
        key: 'confirmed',
        text: t('confirmed', { shown: hours(p.minutes_confirmed) }),
      },
      p.quantity_received > 0 && {
        key: 'got',
        text: [t('got', { shown: format.count(p.quantity_received) }), p.condition_received && t(`in.${p.condition_received}`)]
          .filter(Boolean)
          .join(', '),
      },
      p.address !== '' && {
        key: 'address',
        text: t('address', { text: p.address }),
      },
      p.place !== '' && { key: 'place', text: t('place', { text: p.place }) },
      p.note !== '' && { key: 'note', text: t('note', { text: p.note }) },
      p.reason !== '' && {
        key: 'reason',
        text: t('reason', { text: p.reason }),
      },
      p.cause === 'campaign_ended' && { key: 'ended', text: t('ended') },
    ];
    return lines.filter((line): line is Words => line !== false);
  };
}
