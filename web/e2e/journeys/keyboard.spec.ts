import type { Locator, Page } from '@playwright/test';
import { campaign, campaignPage } from '../support/api.ts';
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
