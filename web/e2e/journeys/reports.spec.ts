import type { Page } from '@playwright/test';
import { type Person, signUp, somebody } from '../support/api.ts';
import { violations, violationsOfColours } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { operate, startServer } from '../support/server.ts';
import { withFactor } from '../support/staff.ts';
import { expect, test as base } from '../support/test.ts';

/** Where its data lies. */
let folder = '';

/** Moderators are named by the operator: these tests have a server of their own. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => {
    const server = await startServer({ CALLUP_DEMO: 'off' });
    folder = server.data;
    await provide(server.url);
    await server.stop();
  },
});

/** Makes a page's browser that of a new moderator. */
async function moderating(page: Page, person: Person): Promise<void> {
  const token = await signUp(page.request, person);
  await withFactor(page.request, token, person);
  await operate(folder, 'members', 'grant', person.email, 'moderator');
  await expect(async () => {
    const answer = await page.request.get('/api/admin/reports', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.ok()).toBe(true);
  }).toPass({ timeout: 60_000 });
}

async function look(page: Page, what: string): Promise<void> {
  await settled(page);
  expect.soft(await violations(page), what).toEqual([]);
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.emulateMedia({ colorScheme: before === 'dark' ? 'light' : 'dark' });
  await settled(page);
  expect.soft(await violationsOfColours(page), `${what}, in the other theme`).toEqual([]);
  await page.emulateMedia({ colorScheme: before === 'dark' ? 'dark' : 'light' });
}

test('a member reports a campaign, a moderator suspends it, and the member is told', async ({ page, another }) => {
  const title = 'A kiln for the potters';
  const owner = await another({});
  const token = await signUp(owner.request, somebody('Inès Keller'));
  const launched = await owner.request.post('/api/commands/launch-campaign', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'launch-a-kiln-that-is-reported' },
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
  const { slug } = (await launched.json()) as { slug: string };
  const moderator = await another({ viewport: { width: 390, height: 844 } });
  await moderating(moderator, somebody('Noor Haddad'));
  await moderator.goto('/admin/reports');
  await expect(moderator.getByRole('heading', { name: 'Nothing is reported' })).toBeVisible();
  await look(moderator, 'no reports');

  // Neither visitors nor whose it is are offered to report it.
  const stranger = await another({});
  for (const one of [stranger, owner]) {
    await one.goto(`/campaign/${slug}`);
    await settled(one);
    await expect(one.getByRole('button', { name: 'Report this campaign' })).toHaveCount(0);
  }
  await signUp(page.request, somebody('Tom Berger'));
  await page.goto(`/campaign/${slug}`);
  await page.getByRole('button', { name: 'Report this campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose what is wrong with it');
  await look(page, 'reporting it');
  await dialog.getByRole('radio', { name: 'A scam, or not true' }).check();
  await dialog.getByRole('textbox', { name: 'What should moderators know?' }).fill('There is no such workshop.');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByText('You reported this campaign.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report this campaign' })).toHaveCount(0);

  // It is there by itself.
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('There is no such workshop.')).toBeVisible();
  await expect(moderator.getByText('Tom Berger')).toBeVisible();
  await look(moderator, 'what was reported');
  await moderator.getByRole('button', { name: 'Suspend it' }).click();
  await moderator.getByRole('textbox', { name: 'Reason' }).fill('Nobody there knows of it.');
  await moderator.getByRole('dialog').getByRole('button', { name: 'Suspend it' }).click();
  await expect(moderator.getByRole('heading', { name: 'Nothing is reported' })).toBeVisible();
  await moderator.getByRole('tab', { name: 'Settled' }).click();
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('Suspended', { exact: true })).toBeVisible();
  await look(moderator, 'what was settled');

  expect((await stranger.goto(`/campaign/${slug}`))?.status()).toBe(410);
  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'The campaign you reported was suspended' })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await look(page, 'the reporter’s notifications');
  await owner.goto('/my/notifications');
  await expect(owner.getByRole('link', { name: 'was suspended' })).toBeVisible();
  await expect(owner.getByText('Tom Berger')).toHaveCount(0);
});
