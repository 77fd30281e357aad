import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Header } from './Header';

beforeAll(() => startTexts());

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('has who signs in come back to where they are', () => {
  renderApp(<Header />, { path: '/campaign/roof?tab=needs' });
  expect(href('Sign in')).toBe('/auth?next=%2Fcampaign%2Froof%3Ftab%3Dneeds');
  expect(href('Callup, home')).toBe('/');
});

it('leads to what Callup is, to answers and to a person (B-01, Found53)', () => {
  renderApp(<Header />, { path: '/explore' });
  expect([href('Explore'), href('About us'), href('FAQ'), href('Contact')]).toEqual(['/explore', '/about', '/faq', '/contact']);
});

it.each(['/', '/auth?tab=signup', '/auth/confirm?token=x'])('leads on from %s by itself', (path) => {
  renderApp(<Header />, { path });
  expect(href('Sign in')).toBe('/auth');
});

it('leads members to their own pages', async () => {
  const me = { id: 'm1', name: 'Ana', email: 'ana@example.org', bio: '', location: '', lang: 'en', roles: [], created_at: '' };
  serve({ '/api/me': { body: me } });
  renderApp(<Header />, { session: ana, path: '/explore' });
  expect(href('Callup, home')).toBe('/my');
  expect(screen.queryByRole('link', { name: 'How it works' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Ana' }, { timeout: 10_000 }));
  expect(screen.getByRole('menu').textContent).toContain('ana@example.org');
  expect(screen.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/my/profile');
});
