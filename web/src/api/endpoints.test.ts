import { describe, expect, it } from 'vitest';
import { updateCard } from './endpoints';
import type { CampaignCard } from './generated';

const card = (id: string, raised: number): CampaignCard => ({
  id,
  slug: id,
  title: id,
  description: '',
  lang: 'en',
  category: 'other',
  status: 'active',
  location: '',
  organizer: { name: '' },
  resources: ['money'],
  currency: 'EUR',
  raised_amount: raised,
  goal_amount: 100_00,
  gifts: 0,
  supporters: 0,
  time_goal_minutes: 0,
  minutes_confirmed: 0,
  minutes_pledged: 0,
  items_goal: 0,
  items_received: 0,
  items_pledged: 0,
  featured: false,
  trending: false,
  launched_at: '2026-01-01T00:00:00Z',
  end_date: '',
});

const push = (kind: string, data: unknown) => ({ topic: 'cards', position: '2', kind, data });

describe('a pushed card', () => {
  it('takes the place of the one in the list', () => {
    const list = [card('a', 0), card('b', 0)];
    updateCard(list, push('card', card('b', 25_00)));
    expect(list.map(({ id, raised_amount }) => [id, raised_amount])).toEqual([
      ['a', 0],
      ['b', 25_00],
    ]);
  });

  it('never makes a list longer', () => {
    const list = [card('a', 0)];
    updateCard(list, push('card', card('z', 25_00)));
    expect(list.map(({ id }) => id)).toEqual(['a']);
  });

  it('is told from other pushes', () => {
    const list = [card('a', 0)];
    updateCard(list, push('campaign', card('a', 25_00)));
    expect(list[0]?.raised_amount).toBe(0);
  });
});
