import { photoAt } from '@/api/upload';
import type { CampaignCard } from '@/api/generated/campaigns';
import { parseWhole } from '@/i18n/figures';
import { isCategory } from '@/ui/category';
import { isDay } from './day';
import { goalOf, type Values } from './values';

/** The moment at which a day ends where the reader is. */
export function endOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}

/** What was written, as a card shows it before anybody gave. `seed` draws the cover, `locale` is the reader's. */
export function previewOf(values: Values, organizer: string, seed: string, locale: string): CampaignCard {
  const asks = (strand: Values['resource_types'][number]) => values.resource_types.includes(strand);
  return {
    id: seed,
    slug: '',
    title: values.title.trim(),
    description: values.description.trim(),
    lang: values.lang,
    category: isCategory(values.category) ? values.category : 'other',
    status: 'active',
    location: values.location.trim(),
    organizer: { name: organizer },
    resources: values.resource_types,
    currency: values.currency,
    raised_amount: 0,
    goal_amount: asks('money') ? (goalOf(values, locale) ?? 0) : 0,
    time_goal_minutes: asks('time') ? (parseWhole(values.time_goal_hours, locale) ?? 0) * 60 : 0,
    minutes_confirmed: 0,
    minutes_pledged: 0,
    items_goal: asks('materials') ? values.needs.reduce((sum, need) => sum + (parseWhole(need.quantity, locale) ?? 0), 0) : 0,
    items_received: 0,
    items_pledged: 0,
    supporters: 0,
    gifts: 0,
    featured: false,
    urgent: false,
    trending: false,
    launched_at: new Date().toISOString(),
    end_date: isDay(values.end_date) ? values.end_date : '',
    ...(values.photo && { photo: photoAt(values.photo) }),
    ...(isDay(values.end_date) && { ends_at: endOf(values.end_date) }),
  };
}
