import { expect, it } from 'vitest';
import type { FeedItem, FeedPage } from '@/api/generated/feed';
import { feel } from './shown';
import { pieces } from './Words';

it.each([
  ['nothing to see', []],
  ['see https://example.org/a?b=1.', ['https://example.org/a?b=1']],
  ['(http://example.org), “https://example.com/é”', ['http://example.org', 'https://example.com/é']],
  ['javascript:alert(1) ftp://example.org <https://example.org>', ['https://example.org']],
])('finds the addresses in %s', (text, links) => {
  const all = pieces(text);
  expect(all.map((one) => one.text).join('')).toBe(text);
  expect(all.filter(({ link }) => link).map((one) => one.text)).toEqual(links);
});

it('counts at once what the reader feels, and not twice', () => {
  const post = { id: 'p1', likes: 3, loves: 0, laughs: 1 } as FeedItem;
  const page: FeedPage = { items: [post], next: '', mine: { p1: 'laugh' }, edits: [] };
  feel(page, { post_id: 'p1', kind: 'like' });
  feel(page, { post_id: 'p1', kind: 'like' });
  feel(page, { post_id: 'elsewhere', kind: 'love' });
  expect([post.likes, post.loves, post.laughs, page.mine.p1]).toEqual([4, 0, 0, 'like']);
  feel(page, { post_id: 'p1', kind: '' });
  expect([post.likes, post.loves, post.laughs, page.mine.p1]).toEqual([3, 0, 0, undefined]);
});
