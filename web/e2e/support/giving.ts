import { expect, type Locator, type Page } from '@playwright/test';

/** The part of a campaign's page where one gives. */
export function panel(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Contribute' });
}

/** On the payment page: what the bank is to say. */
export async function bankSays(page: Page, answer: 'Approve' | 'Decline' | 'Let it expire' | 'Step back'): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await expect(page.getByRole('complementary', { name: 'Sandbox' })).toContainText('No money moves');
  await page.getByRole('button', { name: answer }).click();
}

/** The line that message, name and address are folded behind. */
export function words(form: Locator): Locator {
  return form.locator('.campaign-fold > summary');
}

export interface Gift {
  /** As a preset's name reads: "€25". */
  readonly preset: string;
  readonly currency?: 'EUR' | 'USD' | 'GBP';
  readonly name?: string;
  readonly message?: string;
  readonly anonymous?: boolean;
}

/** Fills the form on a campaign's page and goes to the payment page. */
export async function goToPayment(page: Page, gift: Gift): Promise<void> {
  const form = panel(page);
  if (gift.currency) await form.getByRole('combobox', { name: 'Currency' }).selectOption(gift.currency);
  await form.getByRole('radio', { name: gift.preset, exact: true }).check();
  if (gift.name || gift.message || gift.anonymous) await words(form).click();
  if (gift.name) await form.getByRole('textbox', { name: 'Your name' }).fill(gift.name);
  if (gift.message) await form.getByRole('textbox', { name: 'Message' }).fill(gift.message);
  if (gift.anonymous) await form.getByRole('checkbox', { name: 'Hide my name' }).check();
  await form.getByRole('button', { name: `Give ${gift.preset}`, exact: true }).click();
}

/** Gives and pays; ends on the page that thanks. */
export async function give(page: Page, slug: string, gift: Gift): Promise<void> {
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, gift);
  await bankSays(page, 'Approve');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
}

/** Marks the document: a reload would lose the mark. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
}

/** Fails when the document was loaded again since it was marked. */
export async function expectNoReload(page: Page): Promise<void> {
  await expect(page.locator('html[data-marked]')).toHaveCount(1);
}
