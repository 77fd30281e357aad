import type { Locator, Page } from '@playwright/test';
import { campaign, campaignPage, confirmationLink, sharedCampaign, sharedMember, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { panel, words } from '../support/giving.ts';
import { expect, test } from '../support/test.ts';

/** More stops than any page has. */
const manyStops = 120;

/** Presses Tab until the focus is there, as someone without a mouse would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < manyStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never came to ${String(target)}`);
}

test('a gift needs nothing but the keyboard', async ({ page, request }) => {
  const { slug, title } = await campaign(request, { title: 'Maths tutoring for forty pupils' });
  await page.goto(`/explore?q=${encodeURIComponent(title)}`);
  const card = page.getByRole('article').getByRole('link', { name: title }).first();
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaign\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // The focus went to the new page, not back to the beginning of the document.
  await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1);
  const opened = new URL(page.url()).pathname.split('/').pop() ?? slug;

  const form = panel(page);
  await tabTo(page, form.getByRole('radio', { name: '€50', exact: true }));
  await page.keyboard.press('ArrowLeft');
  await expect(form.getByRole('radio', { name: '€25', exact: true })).toBeChecked();
  await tabTo(page, words(form));
  await page.keyboard.press('Enter');
  await tabTo(page, form.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('By keys alone');
  await tabTo(page, form.getByRole('checkbox', { name: 'Hide my name' }));
  await page.keyboard.press('Space');
  await tabTo(page, form.getByRole('button', { name: 'Give €25', exact: true }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await tabTo(page, page.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
  expect((await campaignPage(request, opened)).raised_amount).toBe(2500);
});

test('an account needs nothing but the keyboard', async ({ page, request }) => {
  const { name, email, password } = somebody('Ines Duarte');
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  const press = async (role: 'button' | 'link' | 'checkbox' | 'menuitem', label: string | RegExp) => {
    await tabTo(page, page.getByRole(role, { name: label }).first());
    await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter');
  };
  await page.goto('/auth?tab=signup');
  await type('Full name', name);
  await type('E-mail', email);
  await type('Password', password);
  await type('Confirm password', password);
  await press('checkbox', /terms/i);
  await press('button', 'Create account');
  await expect(page.getByText(email)).toBeVisible();

  await page.goto(await confirmationLink(request, email));
  await type('Password', password);
  await page.keyboard.press('Enter');
  await press('link', 'Go to your dashboard');
  await press('link', 'Fill in my profile');
  await press('button', 'Edit');
  await type('About you', 'I mend bicycles.');
  await press('button', 'Save');
  await expect(page.getByText('I mend bicycles.')).toBeVisible();

  await press('button', 'Log out');
  await expect(page).toHaveURL(/\/$/);
  await press('link', 'Sign in');
  await type('E-mail', email);
  await type('Password', password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/my$/);

  await page.goto('/my/settings');
  await press('button', 'Delete my account');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await tabTo(page, dialog.getByLabel('Current password'));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account will be deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await press('link', 'Sign in');
  await type('E-mail', email);
  await type('Password', password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^This account will be deleted on / })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await press('button', 'Keep my account');
  await expect(page).toHaveURL(/\/my$/);
});

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/explore');
  await expect(page.getByRole('searchbox', { name: 'Search campaigns' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search campaigns' })).toBeFocused();
});

test('a dialog keeps the focus and gives it back', async ({ another }) => {
  const phone = await another({ viewport: { width: 390, height: 844 } });
  await phone.goto('/explore');
  const menu = phone.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await phone.keyboard.press('Enter');
  const panelOfLinks = phone.getByRole('dialog', { name: 'Menu' });
  await expect(panelOfLinks).toBeVisible();
  await phone.keyboard.press('Escape');
  await expect(panelOfLinks).toBeHidden();
  await expect(menu).toBeFocused();
});

test('a member finds a campaign and a page without a mouse', async ({ page, request }) => {
  const { slug, title } = await sharedCampaign(request);
  await sharedMember(page, 'en');
  await page.goto('/my');
  const field = page.getByRole('combobox', { name: 'Search campaigns, pages and people' });
  await expect(page.getByRole('button', { name: 'Search campaigns, pages and people' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(title.slice(0, 24));
  await expect(page.getByRole('option', { name: title }).first()).toBeVisible();
  expect.soft(await violations(page), 'the search').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('setting');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/my\/settings$/);
  await page.goto(`/campaign/${slug}`);
  await expect(page.getByRole('button', { name: 'Search campaigns, pages and people' })).toBeVisible();
});
