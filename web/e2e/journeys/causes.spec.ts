import type { Page } from '@playwright/test';
import { type Person, signUp, somebody } from '../support/api.ts';
import { lookInBothThemes, violations } from '../support/axe.ts';
import { give } from '../support/giving.ts';
import { operate, startServer } from '../support/server.ts';
import { withFactor } from '../support/staff.ts';
import { expect, test as base } from '../support/test.ts';

/** Where its data lies. */
let folder = '';

/** An administrator decides here who collects money: these tests have a server of their own. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => {
    const server = await startServer({ CALLUP_MONEY: 'allowed', CALLUP_DEMO: 'off' });
    folder = server.data;
    await provide(server.url);
    await server.stop();
  },
});

/** Makes a page's browser that of a new member of the staff. */
async function employed(page: Page, person: Person, role: 'moderator' | 'administrator'): Promise<void> {
  const token = await signUp(page.request, person);
  await withFactor(page.request, token);
  await operate(folder, 'members', 'grant', person.email, role);
  await expect(async () => {
    const answer = await page.request.get('/api/admin/review', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.ok()).toBe(true);
  }).toPass();
}

test('a campaign asks to collect money, is refused, asks again, is allowed, and gets a gift', async ({ page, another }) => {
  const title = 'A pump for the mill';
  await signUp(page.request, somebody('Inès Keller'));
  const visitor = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  const administrator = await another({});
  await employed(administrator, somebody('Noor Haddad'), 'administrator');
  const moderator = await another({});
  await employed(moderator, somebody('Tom Okafor'), 'moderator');

  await page.goto('/create-campaign');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Short description' }).fill('The mill stands in water.');
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('textbox', { name: 'Place' }).fill('Lyon');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Story' }).fill('It rained for a week.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('checkbox', { name: /Hours of help/ }).check();
  await page.getByRole('textbox', { name: 'Money goal' }).fill('800');
  await page.getByRole('textbox', { name: 'Time goal, in hours' }).fill('20');
  await expect(page.getByText('Time and things can start at once.')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Say what the money is for')).toBeVisible();
  await lookInBothThemes(page, 'asking for money');
  await page.getByRole('textbox', { name: 'What is the money for?' }).fill('A pump, hired for a week.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Media & Launch' })).toBeVisible();
  await expect(page.getByRole('region').getByText('An administrator decides first')).toBeVisible();
  await page.getByRole('button', { name: 'Launch Campaign' }).click();

  // Visitors see a campaign of time; its organizer reads what comes next.
  await expect(page).toHaveURL(/\/campaign\/a-pump-for-the-mill/);
  const address = new URL(page.url()).pathname;
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByRole('main')).not.toContainText('800');
  await page.getByRole('main').getByRole('link', { name: 'Pledges' }).click();
  await expect(page.getByText('An administrator decides whether this campaign may collect €800')).toBeVisible();
  await lookInBothThemes(page, 'the organizer’s page while nobody has decided');

  // A moderator reads it and can't decide; an administrator refuses, with a reason.
  await moderator.goto('/admin/review?tab=money');
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('Only administrators decide about money.')).toBeVisible();
  await administrator.goto('/admin/review?tab=money');
  await administrator.getByRole('heading', { name: title }).click();
  await expect(administrator.getByText('A pump, hired for a week.')).toBeVisible();
  await lookInBothThemes(administrator, 'what an administrator decides');
  await administrator.getByRole('button', { name: 'Refuse money' }).click();
  const asked = administrator.getByRole('dialog');
  expect.soft(await violations(administrator), 'refusing money').toEqual([]);
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Which firm hires it out?');
  await asked.getByRole('button', { name: 'Refuse money' }).click();
  await expect(administrator.getByRole('heading', { name: 'No campaigns waiting to collect money' })).toBeVisible();

  await expect(page.getByText('This campaign may not collect money')).toBeVisible();
  await expect(page.getByText('Which firm hires it out?')).toBeVisible();
  await lookInBothThemes(page, 'the organizer’s page after a refusal');
  await page.getByRole('button', { name: 'Ask again' }).click();
  const again = page.getByRole('dialog');
  await again.getByRole('textbox', { name: 'What is the money for?' }).fill('Pump hire at Dubois, invoice to the association.');
  await again.getByRole('button', { name: 'Send' }).click();

  await administrator.getByRole('heading', { name: title }).click();
  await expect(administrator.getByText('Pump hire at Dubois')).toBeVisible();
  await administrator.getByRole('button', { name: 'Allow money' }).click();
  await expect(page.getByText('This campaign may collect money: an administrator allowed it.')).toBeVisible();
  await page.goto('/my/notifications');
  for (const said of ['may collect money', 'may not collect']) {
    await expect(page.getByRole('link', { name: said }).first()).toBeVisible();
  }

  const giver = await another({});
  await give(giver, address.replace('/campaign/', ''), { preset: '€25' });
  await expect(visitor.getByRole('main')).toContainText(/25\s€ collectés sur 800\s€/);
});
