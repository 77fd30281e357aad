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
const pump = {
  ...aCampaignCard({ status: 'active', goal_amount: 0, resources: ['time'], time_goal_minutes: 120 }),
  story: 'It was closed in May.',
  needs: [],
  beneficiary_name: '',
  beneficiary_relationship: '',
  revision: 4,
  stop_reason: '',
  since: '2026-11-20T09:00:00Z',
  earlier: 0,
  money: {
    state: 'asked',
    goal_amount: 600_000,
    currency: 'EUR',
    purpose: 'A pump for the well',
    reason: '',
    at: '2026-11-20T09:00:00Z',
  },
};
const list = (...items: readonly object[]) => ({ body: { items, next: '', total: items.length } });
const done = { body: { position: '1' } };
const as = (...roles: string[]) => ({ '/api/me': { body: { roles } } });

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

async function unfold(tab = 'money') {
  renderApp(<ReviewPage />, { session: ana, path: `/admin/review?tab=${tab}` });
  const heading = await screen.findByRole('heading', { name: 'Reopen the café' });
  await userEvent.click(heading);
  return within(heading.closest('li') as HTMLElement);
}

it('shows administrators what the money is for, and lets them allow it as they read it (issue 34)', async () => {
  const command = '/api/commands/allow-money';
  const sent = serve({ [path]: [list(pump), list()], [command]: done, ...as('administrator') });
  const campaign = await unfold();
  expect(campaign.getByRole('heading', { name: 'Asks to collect €6,000' })).toBeTruthy();
  expect(campaign.getByText('A pump for the well').getAttribute('lang')).toBe('en');
  await userEvent.click(await campaign.findByRole('button', { name: 'Allow money' }));
  await screen.findByText('No campaigns waiting to collect money');
  expect(currentToast()?.title).toBe('The campaign may collect money');
  expect(sent.find((one) => one.path === command)?.body).toEqual({ campaign_id: 'c1', revision: 4 });
});

it('lets administrators refuse it with a reason (issue 34)', async () => {
  const command = '/api/commands/refuse-money';
  const sent = serve({ [path]: [list(pump), list()], [command]: done, ...as('administrator') });
  const campaign = await unfold();
  await userEvent.click(await campaign.findByRole('button', { name: 'Refuse money' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  await userEvent.type(reason, 'Not one of ours');
  await userEvent.click(within(reason.closest('form') as HTMLElement).getByRole('button', { name: 'Refuse money' }));
  await waitFor(() => expect(currentToast()?.title).toBe('The campaign may not collect money'));
  expect(sent.find((one) => one.path === command)?.body).toEqual({ campaign_id: 'c1', revision: 4, reason: 'Not one of ours' });
});

it('shows moderators the question without the decision, and no approval of what asks for money alone (issue 34)', async () => {
  serve({ [path]: list({ ...pump, status: 'in_review', resources: [] }), ...as('moderator') });
  const campaign = await unfold('in_review');
  expect(campaign.getByText('Only administrators decide about money.')).toBeTruthy();
  expect(campaign.queryByRole('button', { name: 'Allow money' })).toBeNull();
  expect(campaign.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(campaign.getByRole('button', { name: 'Request changes' })).toBeTruthy();
});
