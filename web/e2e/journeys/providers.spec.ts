import type { Page } from '@playwright/test';
import { signedIn, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** At the provider: who one is there. */
async function continueAs(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/$/);
}

test('somebody new comes by a provider, comes back by it, and keeps it as their last way in', async ({ page }) => {
  const { email } = somebody('Élise Vidal');
  await page.goto('/auth?next=/my/profile');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You didn’t finish signing in there.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await continueAs(page, email);
  await expect(page).toHaveURL(/\/my\/profile$/);
  await expect(page.getByRole('link', { name: 'Profile of Élise Vidal' })).toBeVisible();

  await leave(page);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await continueAs(page, email);
  await expect(page).toHaveURL(/\/my$/);

  await page.goto('/my/settings');
  const linked = page.getByRole('region', { name: 'Linked accounts' });
  await linked.getByRole('button', { name: 'Remove Google' }).click();
  await linked.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(linked.getByText('This is your only way to sign in.')).toBeVisible();
  expect.soft(await violations(page), 'the last way in').toEqual([]);
  await linked.getByRole('link', { name: 'Set a password' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot$/);
});

test('a member links an account elsewhere, signs in with it, and removes it', async ({ page }) => {
  const person = somebody('Noor Haddad');
  const elsewhere = somebody('Noor Haddad').email;
  await signedIn(page, person);
  await page.goto('/my/settings');
  const linked = page.getByRole('region', { name: 'Linked accounts' });
  await linked.getByRole('button', { name: 'Link Google' }).click();
  await linked.getByRole('button', { name: 'Continue to Google' }).click();
  await continueAs(page, elsewhere);
  await expect(linked.getByText('You can now sign in with Google.')).toBeVisible();
  await expect(linked.getByText(elsewhere)).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'a linked account').toEqual([]);

  await leave(page);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await continueAs(page, elsewhere);
  await expect(page).toHaveURL(/\/my$/);
  await page.goto('/my/settings');
  await expect(page.getByText(person.email)).toBeVisible();
  await linked.getByRole('button', { name: 'Remove Google' }).click();
  await linked.getByRole('button', { name: 'Remove', exact: true }).click();
  // Google opened this session; the account has a password.
  const asked = page.getByRole('dialog', { name: 'Confirm it’s you' });
  expect.soft(await violations(page), 'the question who it is').toEqual([]);
  await asked.getByLabel('Password').fill(person.password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(linked.getByText('No linked accounts. You sign in with your password.')).toBeVisible();
});
