import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Feed } from './Feed';
import { writingHere } from './shown';

const me = ana.status === 'member' ? ana.member.id : '';
const at = (minute: number) => `2026-11-23T08:${String(minute).padStart(2, '0')}:00Z`;
const post = { id: 'p0', kind: 'post', author: { id: 'm1', name: 'Bea', avatar: '' }, text: 'Before', lang: 'en', at: at(0) };
const item = { ...post, title: '', deleted: false, likes: 0, loves: 0, laughs: 0, comments: 0, shares: 0, files: [] };
const served = {
  '/api/feed': { body: { items: [item], next: '', mine: {}, edits: [] } },
  '/api/feed/news': { body: { items: [{ id: 'p0', author: 'm1', at: at(0) }] } },
};
const news = (items: readonly { id: string; author: string; at: string }[]) => ({ items });

beforeAll(() => startTexts());

it('tells of what one writes on another device, and not of what one writes here', async () => {
  serve(served);
  const { push } = renderApp(<Feed />, { session: ana });
  await screen.findByText('Before');
  const all = [
    { id: 'p2', author: 'm2', at: at(2) },
    { id: 'p1', author: me, at: at(1) },
  ];
  await writingHere(Promise.resolve({ post_id: 'p1' }));
  push('feed-news', 'feed-news', news(all));
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy();
  push('feed-news', 'feed-news', news([{ id: 'p3', author: me, at: at(3) }, ...all]));
  expect(await screen.findByRole('button', { name: '2 new posts' })).toBeTruthy();
});

it('says of as many news as are told that there may be more', async () => {
  serve(served);
  const { push } = renderApp(<Feed />, { session: ana });
  await screen.findByText('Before');
  const some = Array.from({ length: 20 }, (_, i) => ({ id: `n${i}`, author: 'm2', at: at(30 - i) }));
  push('feed-news', 'feed-news', news(some.slice(1)));
  expect(await screen.findByRole('button', { name: '19 new posts' })).toBeTruthy();
  push('feed-news', 'feed-news', news(some));
  await waitFor(() => expect(screen.getByRole('button', { name: '20 or more new posts' })).toBeTruthy());
});

it('shows milestones that follow each other in one card, and those around a post in two (62)', async () => {
  const reached = (id: string, campaign_title: string, minute: number) => ({
    ...item,
    id,
    kind: 'milestone',
    text: '',
    need: 'money',
    percent: 50,
    at: at(minute),
    campaign_id: id,
    campaign_slug: id,
    campaign_title,
    campaign_lang: 'en',
  });
  const items = [reached('k3', 'Orchard', 5), reached('k2', 'Oven', 4), { ...item, at: at(3) }, reached('k1', 'Well', 2)];
  serve({ ...served, '/api/feed': { body: { items, next: '', mine: {}, edits: [] } } });
  renderApp(<Feed />, { session: ana });
  const both = await screen.findByRole('article', { name: '2 milestones' });
  expect(within(both).getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Orchard', 'Oven']);
  expect(within(screen.getByRole('article', { name: 'A milestone' })).getByRole('link', { name: 'Well' })).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(3);
});
