import type { Page } from '@playwright/test';
import { accepted, answered, type Person, signUp, somebody } from '../support/api.ts';
import { lookInBothThemes, violations } from '../support/axe.ts';
import { operate, startServer } from '../support/server.ts';
import { withFactor } from '../support/staff.ts';
import { expect, test as base } from '../support/test.ts';

/** Where its data lies. */
let folder = '';

/** Every campaign is reviewed here: these tests have a server of their own. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => {
    const server = await startServer({ CALLUP_REVIEW: 'all', CALLUP_DEMO: 'off' });
    folder = server.data;
    await provide(server.url);
    await server.stop();
  },
});

/** Makes a page's browser that of a new moderator; answers an access token. */
async function moderating(page: Page, person: Person): Promise<string> {
  const token = await signUp(page.request, person);
  await withFactor(page.request, token);
  await operate(folder, 'members', 'grant', person.email, 'moderator');
  await expect(async () => {
    const answer = await page.request.get('/api/admin/review', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.ok()).toBe(true);
  }).toPass();
  return token;
}

/** Sends a campaign to review; answers where it will be. */
async function submitted(page: Page, token: string, title: string): Promise<{ campaign_id: string; slug: string }> {
  const launched = await page.request.post('/api/commands/launch-campaign', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'launch-a-kiln-for-the-potters' },
    data: {
      title,
      description: 'The old one broke.',
      story: 'It broke in May.',
      category: 'community',
      currency: 'EUR',
      goal_amount: 600_000,
      resource_types: ['money'],
      location: 'Lyon',
      time_zone: 'Europe/Paris',
      lang: 'en',
    },
  });
  return answered(launched);
}

test('a campaign waits for a moderator, is changed, and goes live', async ({ page, another }) => {
  const title = 'A kiln for the potters';
  const organizer = somebody('Inès Keller');
  const token = await signUp(page.request, organizer);
  const stranger = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const moderator = await another({});
  await moderating(moderator, somebody('Noor Haddad'));
  await moderator.goto('/admin/review');
  await expect(moderator.getByRole('heading', { name: 'No campaigns to review' })).toBeVisible();

  const { campaign_id: id, slug } = await submitted(page, token, title);

  // Nobody else finds it; its organizer is told what comes next.
  await page.goto(`/my/campaigns/${id}`);
  await expect(page.getByText('Your campaign is in review')).toBeVisible();
  await lookInBothThemes(page, 'the organizer’s page while it waits');
  const answer = await stranger.goto(`/campaign/${slug}`);
  expect(answer?.status()).toBe(404);

  // What waits is there by itself.
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('It broke in May.')).toBeVisible();
  await lookInBothThemes(moderator, 'what a moderator reads');
  await moderator.getByRole('button', { name: 'Request changes' }).click();
  const asking = moderator.getByRole('dialog');
  expect.soft(await violations(moderator), 'asking for changes').toEqual([]);
  await asking.getByRole('textbox', { name: 'Changes needed' }).fill('Say who may use it.');
  await asking.getByRole('button', { name: 'Request changes' }).click();
  await expect(moderator.getByRole('heading', { name: 'No campaigns to review' })).toBeVisible();

  await expect(page.getByText('Say who may use it.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit and submit again' }).click();
  await expect(page.getByText('Say who may use it.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Story' }).fill('It broke in May. Whoever makes pots here may use it.');
  await lookInBothThemes(page, 'changing it');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByText('Your campaign is in review')).toBeVisible();

  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('Whoever makes pots here may use it.')).toBeVisible();
  await moderator.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Your campaign is in review')).toHaveCount(0);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto('/my/notifications');
  for (const said of ['was approved', 'asks for changes']) await expect(page.getByRole('link', { name: said })).toBeVisible();
});

test('a campaign that changed after its approval is checked, and is suspended and shown again', async ({ page, another }) => {
  const title = 'A kiln for the potters';
  const token = await signUp(page.request, somebody('Inès Keller'));
  const moderator = await another({});
  const own = await moderating(moderator, somebody('Noor Haddad'));
  const { campaign_id: id, slug } = await submitted(page, token, title);
  await accepted(
    await moderator.request.post('/api/commands/approve-campaign', {
      headers: { Authorization: `Bearer ${own}`, 'Idempotency-Key': 'approve-a-kiln-for-the-potters' },
      data: { campaign_id: id },
    }),
  );
  const stranger = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await moderator.goto('/admin/review?tab=changed');
  await expect(moderator.getByRole('heading', { name: 'No approved campaigns have changed' })).toBeVisible();
  await page.goto(`/my/campaigns/${id}/edit`);
  await page.getByRole('textbox', { name: 'Story' }).fill('It pays for a car.');
  await page.getByRole('button', { name: 'Save' }).click();

  // What was approved and what it says now are there by themselves, side by side.
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('It broke in May.')).toBeVisible();
  await expect(moderator.getByText('It pays for a car.')).toBeVisible();
  await lookInBothThemes(moderator, 'what changed after the approval');
  await moderator.getByRole('button', { name: 'Mark as checked' }).click();
  await expect(moderator.getByRole('heading', { name: 'No approved campaigns have changed' })).toBeVisible();
  await stranger.goto(`/campaign/${slug}`);
  await expect(stranger.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto(`/my/campaigns/${id}`);

  // A moderator suspends it; the page that stands open says so.
  await moderator.goto(`/campaign/${slug}`);
  await moderator.getByRole('button', { name: 'Suspend' }).click();
  await moderator.getByRole('textbox', { name: 'Reason' }).fill('There is no such workshop.');
  await moderator.getByRole('button', { name: 'Suspend it' }).click();
  await expect(moderator.getByText('It is suspended. Visitors see only the reason.')).toBeVisible();
  await lookInBothThemes(moderator, 'a suspended campaign as staff see it');
  await expect(stranger.getByRole('heading', { name: 'Cette campagne est suspendue' })).toBeVisible();
  await expect(stranger.getByText('There is no such workshop.')).toBeVisible();
  await lookInBothThemes(stranger, 'a suspended campaign as strangers see it');
  expect((await stranger.goto(`/campaign/${slug}`))?.status()).toBe(410);
  await expect(page.getByText('A moderator suspended your campaign')).toBeVisible();

  await moderator.goto('/admin/review?tab=suspended');
  await moderator.getByRole('heading', { name: title }).click();
  await moderator.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('A moderator suspended your campaign')).toHaveCount(0);
  await page.goto('/my/notifications');
  for (const said of ['was suspended', 'no longer suspended']) await expect(page.getByRole('link', { name: said })).toBeVisible();
});
