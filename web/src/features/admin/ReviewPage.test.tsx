import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aCampaignCard } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast, dismissToast } from '@/ui/toast';
import { ReviewPage } from './ReviewPage';

const path = '/api/admin/review';
const cafe = {
  ...aCampaignCard({ status: 'in_review', time_goal_minutes: 120, resources: ['money', 'time'] }),
  story: 'It was closed in May.\n\nWe want it back.',
  needs: [{ id: 'n1', item: 'Drill', unit: '', note: '', quantity: 3, received: 0, pledged: 0 }],
  beneficiary_name: '',
  beneficiary_relationship: '',
  revision: 4,
  stop_reason: '',
  since: '2026-11-20T09:00:00Z',
  earlier: 0,
};
const list = (...items: readonly object[]) => ({ body: { items, next: '', total: items.length } });
const done = { body: { position: '1' } };

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await startTexts();
});
beforeEach(() => dismissToast());

async function unfold() {
  const heading = await screen.findByRole('heading', { name: 'Reopen the café' });
  await userEvent.click(heading);
  return within(heading.closest('li') as HTMLElement);
}

it('shows what strangers will read, and makes it public as it was read', async () => {
  const sent = serve({ [path]: [list(cafe), list()], '/api/commands/approve-campaign': done });
  renderApp(<ReviewPage />, { session: ana });
  const campaign = await unfold();
  expect(campaign.getByText(/We want it back/).getAttribute('lang')).toBe('en');
  expect(campaign.getByText('€6,000 · 2 hours · 3 × Drill')).toBeTruthy();
  expect(campaign.getByText('First campaign')).toBeTruthy();
  await userEvent.click(campaign.getByRole('button', { name: 'Approve' }));
  await screen.findByText('No campaigns to review');
  expect(currentToast()?.title).toBe('The campaign is public');
  expect(sent.find((one) => one.path === '/api/commands/approve-campaign')?.body).toEqual({ campaign_id: 'c1', revision: 4 });
});

it('wants a reason to ask for changes, and keeps it where it is refused', async () => {
  const command = '/api/commands/request-changes';
  const sent = serve({
    [path]: list(cafe),
    [command]: [{ status: 409, body: { status: 409, code: 'stale_revision' } }, done],
  });
  renderApp(<ReviewPage />, { session: ana });
  const campaign = await unfold();
  await userEvent.click(campaign.getByRole('button', { name: 'Request changes' }));
  const reason = await screen.findByRole('textbox', { name: 'Changes needed' });
  const go = within(reason.closest('form') as HTMLElement).getByRole('button', { name: 'Request changes' });
  await userEvent.type(reason, 'Say who gets it');
  await userEvent.click(go);
  await waitFor(() => expect(sent.filter((one) => one.path === path)).toHaveLength(2));
  expect((reason as HTMLTextAreaElement).value).toBe('Say who gets it');
  await userEvent.click(go);
  await waitFor(() => expect(currentToast()?.title).toBe('Changes requested'));
  expect(sent.findLast((one) => one.path === command)?.body).toEqual({
    campaign_id: 'c1',
    revision: 4,
    reason: 'Say who gets it',
  });
});

it('Found26: shows what changed since the approval beside what was approved, and marks it as checked', async () => {
  const approved = {
    title: cafe.title,
    description: cafe.description,
    story: 'It was closed in May.',
    beneficiary_name: 'Bo',
    new_photo: false,
    new_beneficiary: true,
  };
  const changed = { ...cafe, status: 'active', approved };
  const command = '/api/commands/check-campaign-changes';
  const sent = serve({ [path]: [list(changed), list()], [command]: done });
  renderApp(<ReviewPage />, { session: ana, path: '/admin/review?tab=changed' });
  const campaign = await unfold();
  expect(campaign.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['Story', 'Beneficiary']);
  expect(campaign.getByText('It was closed in May.')).toBeTruthy();
  expect(campaign.getByText(/We want it back/)).toBeTruthy();
  expect(campaign.getByText('Bo')).toBeTruthy();
  expect(campaign.getByText('None')).toBeTruthy();
  await userEvent.click(campaign.getByRole('button', { name: 'Mark as checked' }));
  await screen.findByText('No approved campaigns have changed');
  expect(sent.find((one) => one.path === command)?.body).toEqual({ campaign_id: 'c1', revision: 4 });
});

it('Found26: suspends a campaign for what it changed, with a reason', async () => {
  const approved = { title: 'A café', description: cafe.description, story: cafe.story, beneficiary_name: '' };
  const changed = { ...cafe, status: 'active', approved: { ...approved, new_photo: true, new_beneficiary: false } };
  const command = '/api/commands/suspend-campaign';
  const sent = serve({ [path]: list(changed), [command]: done });
  renderApp(<ReviewPage />, { session: ana, path: '/admin/review?tab=changed' });
  const campaign = await unfold();
  expect(campaign.getByText('The photo was removed.')).toBeTruthy();
  await userEvent.click(campaign.getByRole('button', { name: 'Suspend' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await userEvent.type(reason, 'It is no café');
  await userEvent.click(within(reason.closest('form') as HTMLElement).getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(currentToast()?.title).toBe('The campaign is suspended'));
  expect(sent.find((one) => one.path === command)?.body).toEqual({ campaign_id: 'c1', revision: 4, reason: 'It is no café' });
});

it('shows what was suspended with the reason, and takes that back', async () => {
  const suspended = { ...cafe, status: 'suspended', stop_reason: 'There is no café' };
  const sent = serve({ [path]: list(suspended), '/api/commands/reinstate-campaign': done });
  renderApp(<ReviewPage />, { session: ana, path: '/admin/review?tab=suspended' });
  const campaign = await unfold();
  expect(campaign.getByText('There is no café')).toBeTruthy();
  expect(campaign.queryByRole('button', { name: 'Reject' })).toBeNull();
  await userEvent.click(campaign.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(currentToast()?.title).toBe('The campaign was restored'));
  expect(sent.some((one) => one.path === '/api/commands/reinstate-campaign')).toBe(true);
});
