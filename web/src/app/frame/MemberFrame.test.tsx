import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { collapsedCookie, isCollapsed } from './collapsed';
import { MemberFrame } from './MemberFrame';

const me = {
  id: 'm1',
  name: 'Ana Éluard',
  email: 'ana@example.org',
  bio: '',
  location: '',
  lang: 'en',
  roles: [],
  created_at: '2026-11-20T10:00:00Z',
};

const nothing = () => undefined;

/** A window as wide as a desk's or as narrow as a phone's. */
function width(wide: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: nothing, removeEventListener: nothing }));
}

beforeAll(async () => {
  await startTexts();
  // The test's document knows no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});
beforeEach(() => {
  document.cookie = 'callup_sidebar=; path=/; max-age=0';
  width(true);
});

const frame = () => document.querySelector('.frame');
const isNarrow = () => frame()?.classList.contains('frame-collapsed');

it('shows who is signed in, and the pages there are', async () => {
  serve({ '/api/me': { body: me } });
  renderApp(<MemberFrame />, { session: ana, path: '/my' });
  expect((await screen.findByRole('link', { name: 'Profile of Ana Éluard' })).getAttribute('href')).toBe('/my/profile');
  const pages = within(screen.getByRole('navigation', { name: 'Main navigation' }));
  expect(pages.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  expect(pages.getByRole('link', { name: 'Explore campaigns' }).getAttribute('href')).toBe('/explore');
  for (const name of ['Support', 'Feedback']) expect(pages.getByRole('link', { name }).getAttribute('href')).toBe('/contact');
  expect(pages.getByRole('link', { name: 'My contributions' }).getAttribute('href')).toBe('/my/donations');
  expect(pages.queryByRole('heading', { name: 'Staff' })).toBeNull();
});

it('shows the staff what is for them, and nobody else', async () => {
  serve({ '/api/me': { body: { ...me, roles: ['auditor'] } } });
  const { unmount } = renderApp(<MemberFrame />, { session: ana, path: '/admin/messages' });
  const messages = await screen.findByRole('link', { name: 'Support messages' });
  expect(messages.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('heading', { name: 'Staff' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'You are here' }).textContent).toBe('StaffSupport messages');
  unmount();

  serve({ '/api/me': { body: me } });
  renderApp(<MemberFrame />, { session: ana, path: '/my' });
  await screen.findByRole('link', { name: 'Profile of Ana Éluard' });
  expect(screen.queryByRole('link', { name: 'Support messages' })).toBeNull();
});

it.each([
  ['/my/pages/p1', 'Pages'],
  ['/my/campaigns/c1', 'My campaigns'],
  ['/my/settings', 'Dashboard'],
  ['/admin/review/c1', 'Campaign review'],
  ['/my/profile', 'Profile of Ana Éluard'],
])('marks at %s the entry of %s, and no other (Found76)', async (path, name) => {
  serve({ '/api/me': { body: { ...me, roles: ['moderator'] } } });
  renderApp(<MemberFrame />, { session: ana, path });
  await screen.findByRole('link', { name: 'Campaign review' });
  const side = within(screen.getByRole('complementary', { name: 'Sidebar' }));
  const marked = side.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked).toEqual([await side.findByRole('link', { name })]);
});

it('stands without a profile, and says nothing of it', async () => {
  const sent = serve({ '/api/me': { status: 404, body: { status: 404, code: 'member_not_found' } } });
  vi.spyOn(console, 'error').mockReturnValue();
  renderApp(<MemberFrame />, { session: ana, path: '/my' });
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  expect(screen.getByRole('link', { name: 'Profile' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('waits until it is known who looks', () => {
  serve({});
  renderApp(<MemberFrame />, { session: { status: 'unknown' }, path: '/my' });
  expect(screen.getByRole('status', { name: 'Loading...' })).toBeTruthy();
});

it('is collapsed by its button and by Ctrl or Cmd with b, and stays so for seven days', async () => {
  serve({ '/api/me': { body: me } });
  const user = userEvent.setup();
  const { unmount } = renderApp(<MemberFrame />, { session: ana, path: '/my' });
  expect(isNarrow()).toBe(false);
  await user.click(screen.getByRole('button', { name: /^Collapse the sidebar/ }));
  expect(isNarrow()).toBe(true);
  expect(isCollapsed(document.cookie)).toBe(true);
  unmount();

  renderApp(<MemberFrame />, { session: ana, path: '/my' });
  expect(isNarrow()).toBe(true);
  await user.keyboard('{Control>}b{/Control}');
  expect(isNarrow()).toBe(false);
  await user.keyboard('{Meta>}B{/Meta}');
  expect(isNarrow()).toBe(true);
  await user.keyboard('b{Control>}{Alt>}b{/Alt}{/Control}');
  expect(isNarrow()).toBe(true);
  expect(collapsedCookie(true)).toContain('max-age=604800');
});

it('is a sheet in a narrow window, closed by the browser’s own Escape and by going elsewhere', async () => {
  width(false);
  serve({ '/api/me': { body: me } });
  const user = userEvent.setup();
  renderApp(<MemberFrame />, { session: ana, path: '/my' });
  const sheet = () => screen.queryByRole('dialog', { name: 'Menu' });
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await user.click(within(sheet() ?? document.body).getByRole('link', { name: 'Explore campaigns' }));
  await waitFor(() => expect(sheet()).toBeNull());
  await user.keyboard('{Control>}b{/Control}');
  expect(sheet()).not.toBeNull();
  await user.keyboard('{Control>}b{/Control}');
  expect(sheet()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  // What Escape makes of it.
  act(() => (sheet() as HTMLDialogElement).close());
  expect(sheet()).toBeNull();
  expect(isNarrow()).toBe(false);
});

it('says the way to a page below another one', async () => {
  serve({ '/api/me': { body: me } });
  renderApp(<MemberFrame />, { session: ana, path: '/my/profile' });
  const path = within(screen.getByRole('navigation', { name: 'You are here' }));
  expect(path.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/my');
  expect(path.getByText('Profile').getAttribute('aria-current')).toBe('page');
});
