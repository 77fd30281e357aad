import type { FeedItem } from '@/api/generated/feed';

/** What a member wrote, for tests of what shows it. */
export const post: FeedItem = {
  id: 'p1',
  kind: 'post',
  at: '2026-11-20T09:00:00Z',
  author: { id: 'm2', name: 'Olga' },
  campaign_lang: '',
  campaign_slug: '',
  campaign_title: '',
  comments: 0,
  deleted: false,
  files: [],
  lang: 'en',
  likes: 0,
  loves: 0,
  laughs: 0,
  shares: 0,
  text: 'Who has a lamp?',
  title: '',
};
