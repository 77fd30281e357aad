import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Bell } from './Bell';
import { byDay, nameOfDay } from './days';
import { NotificationSettings } from './NotificationSettings';
import { NotificationsPage } from './NotificationsPage';

const nil = '00000000-0000-0000-0000-000000000000';
const gift = {
  id: 'n2',
  kind: 'gift_received',
  what: '',
  at: '2026-11-23T08:40:00Z',
  campaign_id: 'c1',
  campaign_slug: 'roof',
  campaign_title: 'A roof',
  campaign_lang: 'en',
  own: true,
  donation_id: nil,
  giver: 'Nadia Kassab',
  amount: 5000,
  currency: 'EUR',
  returned: '',
  new: true,
};
const touched = { id: 'n1', kind: 'security', what: 'password_changed', at: '2026-11-22T09:00:00Z', new: false };
const ofPage = {
  kind: 'team_news',
  page_id: 'p1',
  page_name: 'Mill',
  page_lang: 'en',
  campaign_id: nil,
  campaign_slug: '',
  campaign_title: '',
};
const list = { items: [gift, touched], next: '', total: 2, unread: 1 };
const path = '/api/me/notifications';
const command = '/api/commands/read-notifications';

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
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
  return () => vi.useRealTimers();
});

const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('tells both sides of a pledge what the other did', async () => {
  const pledged = {
    ...gift,
    kind: 'pledge_received',
    pledge_step: 'offered',
    minutes: 390,
    quantity: 0,
    amount: 0,
    currency: '',
  };
  const items = [
    pledged,
    { ...pledged, id: 'n3', pledge_step: 'logged', giver: '' },
    { ...pledged, id: 'n4', kind: 'pledge_answered', pledge_step: 'accepted', giver: '', minutes: 0, quantity: 2 },
    { ...pledged, id: 'n5', kind: 'campaign_completed', pledge_step: '', end_reason: 'cancelled', own: false },
  ];
  serve({ [path]: { body: { ...list, items, total: items.length } } });
  renderApp(<NotificationsPage />, { session: ana });
  await screen.findByText('offers 6.5 h', { exact: false });
  expect(texts().map((text) => text?.split(/\d+ \w+ ago|yesterday/)[0])).toEqual([
    'Nadia Kassab offers 6.5 h',
    'A member logged 6.5 h. Please confirm',
    'Your offer of 2 things was accepted',
    'A campaign you support was cancelled',
  ]);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((to) => to?.startsWith('/my/campaigns') || to?.startsWith('/my/donations'))).toEqual([
    '/my/campaigns/c1?phase=waiting',
    '/my/campaigns/c1',
    '/my/donations',
  ]);
});

it('tells what happened by days, and what of it is new', async () => {
  serve({ [path]: { body: list } });
  renderApp(<NotificationsPage />, { session: ana });
  await screen.findByRole('heading', { name: 'Today' });
  expect(screen.getByRole('heading', { level: 2, name: 'Yesterday' })).toBeTruthy();
  expect(texts()).toEqual([
    expect.stringMatching(/^Nadia Kassab gave €50.* · A roofNew$/),
    expect.stringMatching(/^Your password was changed.*ago$|^Your password was changedyesterday$/),
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/my/settings#notifications',
    '/campaign/roof',
    '/my/settings#history',
  ]);
});

it.each([
  [{ giver: '' }, /^A supporter gave €50/, '/campaign/roof'],
  [{ kind: 'gift_completed', donation_id: 'd1' }, /^Your gift of €50 is paid/, '/campaign/roof/thanks?donation=d1'],
  [{ kind: 'gift_completed', returned: 'fully' }, / · refundedNew$/, `/campaign/roof/thanks?donation=${nil}`],
  [{ kind: 'campaign_completed' }, /^Your campaign has ended/, '/campaign/roof'],
  [{ kind: 'campaign_completed', own: false }, /^A campaign you support has ended/, '/campaign/roof'],
  [{ campaign_title: '', campaign_slug: '' }, /Nadia Kassab gave/, '/campaign/c1'],
  [{ ...ofPage, team_change: 'invited' }, /^Nadia Kassab invites you to edit a page.* · MillNew$/, '/my/pages'],
  [{ ...ofPage, team_change: 'joined' }, /^Nadia Kassab is now an editor of your page.* · MillNew$/, '/my/pages/p1'],
  [{ ...ofPage, team_change: 'declined', giver: '' }, /^Your invitation to edit a page was declined/, '/my/pages/p1'],
  [{ ...ofPage, team_change: 'left', giver: '' }, /^A member no longer edits your page/, '/my/pages/p1'],
  [{ ...ofPage, team_change: 'removed', page_name: '' }, /^You are no longer an editor of a page[^·]*New$/, '/my/pages/p1'],
  [
    { ...ofPage, kind: 'thread_news', on: 'post', post_id: 'o1', thread_step: 'answered', others: 1 },
    /^Nadia Kassab .* · MillNew$/,
    '/my/activity?post=o1',
  ],
  [{ ...ofPage, team_change: 'handed_over' }, /^You now own a page/, '/my/pages/p1'],
])('says it in words: %o', async (more, says, leads) => {
  serve({ [path]: { body: { ...list, items: [{ ...gift, ...more }] } } });
  renderApp(<NotificationsPage />, { session: ana });
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toMatch(says);
  expect(within(item).getByRole('link').getAttribute('href')).toBe(leads);
});

it('says what will be told where nothing has happened', async () => {
  serve({ [path]: { body: { items: [], next: '', total: 0, unread: 0 } } });
  renderApp(<NotificationsPage />, { session: ana });
  await screen.findByText('No notifications yet');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('leaves out a kind that a newer server has', async () => {
  serve({ [path]: { body: { ...list, items: [touched, { id: 'n3', kind: 'message_received', at: touched.at, new: true }] } } });
  renderApp(<NotificationsPage />, { session: ana });
  await screen.findByText('Your password was changed', { exact: false });
  expect(texts()).toHaveLength(1);
});

it('marks everything as read, up to the newest that is shown', async () => {
  const user = userEvent.setup();
  const sent = serve({ [path]: { body: list }, [command]: { body: { position: '9' } } });
  renderApp(<NotificationsPage />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
  expect(sent.filter((one) => one.path === command).map(({ body }) => body)).toEqual([{ up_to: gift.at }]);
});

it('counts in the bell what arrives, and what is read elsewhere', async () => {
  serve({ [path]: { body: { ...list, unread: 0 } } });
  const { push } = renderApp(<Bell />, { session: ana });
  await screen.findByRole('button', { name: 'Notifications, none new' });
  push('notifications', 'my-notifications', { ...list, items: [{ ...gift, id: 'n3' }, ...list.items], unread: 100 });
  expect((await screen.findByRole('button', { name: 'Notifications, more than 99 new' })).textContent).toBe('99+');
  push('notifications', 'my-notifications', { ...list, unread: 0 });
  await screen.findByRole('button', { name: 'Notifications, none new' });
});

it('has read in the bell what was shown once it is closed', async () => {
  const user = userEvent.setup();
  const sent = serve({ [path]: { body: list }, [command]: { body: { position: '9' } } });
  renderApp(<Bell />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  const panel = within(screen.getByRole('dialog', { name: 'Notifications' }));
  expect(panel.getByText('New')).toBeTruthy();
  expect(sent.some((one) => one.path === command)).toBe(false);
  await user.click(panel.getByRole('button', { name: 'Close' }));
  await screen.findByRole('button', { name: 'Notifications, none new' });
  expect(sent.filter((one) => one.path === command).map(({ body }) => body)).toEqual([{ up_to: gift.at }]);
});

it('has read of many what was shown, and of that alone what is opened', async () => {
  const user = userEvent.setup();
  const at = (minute: number) => `2026-11-23T08:${String(minute).padStart(2, '0')}:00Z`;
  const items = Array.from({ length: 20 }, (_, i) => ({ ...gift, id: `m${i}`, at: at(50 - i) }));
  const sent = serve({ [path]: { body: { ...list, items, total: 60, unread: 60 } }, [command]: { body: { position: '9' } } });
  const read = () => sent.filter((one) => one.path === command).map(({ body }) => body);
  renderApp(<Bell />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Notifications, 60 new' }));
  const panel = within(screen.getByRole('dialog', { name: 'Notifications' }));
  const third = panel.getAllByRole('listitem')[2];
  if (!third) throw new Error('too few are shown');
  await user.click(within(third).getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 59 new' }));
  await user.click(panel.getByRole('button', { name: 'Close' }));
  await screen.findByRole('button', { name: 'Notifications, 52 new' });
  expect(read()).toEqual([
    { from: at(48), up_to: at(48) },
    { from: at(43), up_to: at(50) },
  ]);
});

it('switches a kind off, has one mailed daily, and takes back what is refused', async () => {
  const user = userEvent.setup();
  const kinds = [
    { kind: 'gift_received', app: true, mail: 'at_once', mails: ['at_once', 'daily', 'never'] },
    { kind: 'report_settled', app: true, mail: 'never', mails: [] },
    { kind: 'security', app: true, mail: 'at_once', mails: ['at_once'] },
  ];
  const choose = '/api/commands/choose-notifications';
  const done = { body: { position: '9' } };
  const sent = serve({
    '/api/me/notification-choices': { body: { kinds } },
    [choose]: [done, done, done, { status: 429, body: { code: 'rate_limited' } }],
  });
  renderApp(<NotificationSettings />, { session: ana });
  const here = within(await screen.findByRole('group', { name: 'Notifications in Callup' }));
  const byMail = within(screen.getByRole('group', { name: 'Notifications by e-mail' }));
  const shown = here.getByRole<HTMLInputElement>('switch', { name: 'Gifts to your campaigns' });
  const mailed = byMail.getByRole<HTMLSelectElement>('combobox', { name: 'Gifts to your campaigns' });
  const state = () => [shown.checked, mailed.value];
  await user.click(shown);
  expect(state()).toEqual([false, 'at_once']);
  await user.selectOptions(mailed, 'Once a day');
  expect(state()).toEqual([false, 'daily']);
  await user.selectOptions(mailed, 'Never');
  expect(state()).toEqual([false, 'never']);
  // Of what is told here alone nothing is asked, and what happens to the account is always mailed.
  expect(byMail.getAllByRole('combobox')).toHaveLength(1);
  expect(byMail.getByText('Always')).toBeTruthy();
  expect(sent.filter((one) => one.path === choose).map(({ body }) => body)).toEqual([
    { kind: 'gift_received', channel: 'app', on: false },
    {
      kind: 'gift_received',
      channel: 'mail',
      on: true,
      daily: true,
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    { kind: 'gift_received', channel: 'mail', on: false },
  ]);
  await user.selectOptions(mailed, 'At once');
  await screen.findByRole('alert');
  expect(state()).toEqual([false, 'never']);
});

it('counts days in the reader’s time zone', () => {
  const at = (...moment: [number, number, number, number, number]) => new Date(...moment).toISOString();
  const items = [{ at: at(2026, 10, 23, 0, 1) }, { at: at(2026, 10, 22, 23, 59) }, { at: at(2026, 10, 22, 0, 0) }];
  const days = byDay(items);
  expect(days.map((day) => day.items.length)).toEqual([1, 2]);
  const now = new Date(2026, 10, 23, 12).getTime();
  expect(days.map(({ start }) => nameOfDay(start, now))).toEqual(['today', 'yesterday']);
  expect(nameOfDay(new Date(2026, 10, 21).getTime(), now)).toBeUndefined();
});
