import { randomUUID } from 'node:crypto';
import { somebody } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test('a newcomer signs up, launches a campaign and finds it', async ({ page, another }) => {
  const person = somebody('Amina Diallo');
  const title = `A roof for the repair café ${randomUUID().slice(0, 8)}`;

  await page.goto('/');
  await page.getByRole('link', { name: 'Create your Callup' }).click();
  // Whoever begins a campaign is greeted as new.
  await expect(page).toHaveURL(/\/auth\?tab=signup&/);
  await page.getByRole('textbox', { name: 'Full name' }).fill(person.name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(`${person.password}!`);
  await page.getByRole('checkbox', { name: /^I agree to the Terms/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created successfully! Please check your email for a confirmation link.')).toBeVisible();

  await page.getByRole('link', { name: 'the e-mail is in its outbox' }).click();
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('link', { name: /\/auth\/confirm/ }).click();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page.getByText('This is not the password chosen at sign-up.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();

  // Where they were going before they had an account.
  await expect(page).toHaveURL(/\/create-campaign/);
  await expect(page.getByRole('heading', { name: 'Campaign Basics' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Campaign title is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Short description' }).fill('A room where neighbours mend things.');
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('textbox', { name: 'Place' }).fill('Lyon');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Your Story' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Story' }).fill('The roof leaks.\n\nWe need a new one before winter.');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Goal & Details' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Money goal' }).fill('2500');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Media & Launch' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(title);
  await page.getByRole('button', { name: 'Launch Campaign' }).click();

  await expect(page).toHaveURL(/\/campaign\/a-roof-for-the-repair-cafe/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('€2,500');
  await expect(page.getByRole('main')).toContainText('We need a new one before winter.');

  // Everybody finds it, and whoever was signed in still is.
  const visitor = await another();
  await visitor.goto(`/explore?q=${encodeURIComponent(title)}`);
  await visitor.getByRole('article').getByRole('link', { name: title }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: `Account of ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});
