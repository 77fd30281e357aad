import type { CampaignCard as Card, ListSupporter, CampaignDetail, Supporter } from '@/api/generated/campaigns';
import type { Donation } from '@/api/generated/giving';
import type { Settings } from '@/api/generated/platform';

/*
 * Answers as the server gives them, whole. A test states what it is about and leaves the rest as it is here.
 */

export function aCampaignCard(changes: Partial<Card> = {}): Card {
  return {
    id: 'c1',
    slug: 'repair-cafe',
    title: 'Reopen the café',
    description: 'A room to mend things in.',
    lang: 'en',
    category: 'community',
    status: 'active',
    location: 'Lyon',
    organizer: { name: 'Les Bricoleurs' },
    resources: ['money'],
    currency: 'EUR',
    raised_amount: 0,
    goal_amount: 6000_00,
    gifts: 0,
    supporters: 0,
    time_goal_minutes: 0,
    minutes_confirmed: 0,
    minutes_pledged: 0,
    items_goal: 0,
    items_received: 0,
    items_pledged: 0,
    featured: false,
    urgent: false,
    trending: false,
    launched_at: '2026-10-01T10:00:00Z',
    end_date: '',
    ...changes,
  };
}

export function aCampaign(changes: Partial<CampaignDetail> = {}): CampaignDetail {
  return {
    ...aCampaignCard(),
    story: '',
    organizer_bio: '',
    organizer_lang: 'en',
    needs: [],
    beneficiary_name: '',
    beneficiary_relationship: '',
    end_reason: '',
    cancel_reason: '',
    updates: 0,
    shifts: 0,
    time_zone: 'Europe/Paris',
    revision: 1,
    can_edit: false,
    owned: changes.can_edit ?? false,
    co_organizers: 0,
    staff: false,
    stop_reason: '',
    ...changes,
  };
}

export function aSupporter(changes: Partial<Supporter> = {}): Supporter {
  return {
    id: 's1',
    kind: 'money',
    person: { name: 'Ana' },
    anonymous: false,
    amount: 5_00,
    currency: 'EUR',
    status: '',
    minutes: 0,
    quantity: 0,
    item: '',
    message: '',
    lang: 'en',
    at: '2026-11-20T10:00:00Z',
    ...changes,
  };
}

/** A list whose first page has everything. */
export function aListOf<Item>(items: readonly Item[]): { items: Item[]; next: string; total: number } {
  return { items: [...items], next: '', total: items.length };
}

/** A campaign's gifts, all on the first page of its list. */
export function supporters(count: number): ListSupporter {
  return aListOf(
    Array.from({ length: count }, (_, index) => aSupporter({ id: `s${index}`, person: { name: `Ana ${index}` } })),
  );
}

export const someSettings: Settings = {
  currencies: ['EUR', 'USD', 'GBP'],
  main_currency: 'EUR',
  demo: false,
  environment: 'development',
  max_amount: 999_999_99,
  outbox: false,
  password_min: 6,
  passkeys: false,
  sign_in_with: [],
  payment_fees: [{ currency: 'EUR', basis_points: 150, fixed: 25, least: 50 }],
  rates: [{ from: 'USD', to: 'EUR', num: 1000, den: 1173, date: '2025-10-01', source: 'Banque' }],
  payments: 'stripe',
  terms_version: '2026-11-21',
  review: 'off',
  money: 'all',
  platform_fee: 0,
  operator_links: {},
};

/** A gift that was paid. */
export function aDonation(changes: Partial<Donation> = {}): Donation {
  return {
    id: '0190c1d2-0000-7000-8000-000000000001',
    status: 'completed',
    reason: '',
    campaign_id: 'c1',
    campaign_slug: 'repair-cafe',
    campaign_title: 'Reopen the café',
    campaign_lang: 'en',
    campaign_photo: '',
    category: 'community',
    amount: 50_00,
    fee: 0,
    currency: 'EUR',
    counted_amount: 50_00,
    counted_currency: 'EUR',
    rate_num: 1,
    rate_den: 1,
    rate_date: '',
    rate_source: '',
    refunded_amount: 0,
    refund_pending: 0,
    anonymous: false,
    message: '',
    lang: 'en',
    answer: '',
    declined: false,
    started_at: '2026-11-20T10:00:00Z',
    receipt: '',
    receipt_number: '',
    ...changes,
  };
}
