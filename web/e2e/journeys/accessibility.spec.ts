import { campaign } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { give, goToPayment } from '../support/giving.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a visitor’s way to a gift has no accessibility fault', async ({ page, request }) => {
  const { slug } = await campaign(request);
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, { preset: '€25' });
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  expect.soft(await violations(page), 'the payment page').toEqual([]);
  await give(page, slug, { preset: '€25' });
  expect.soft(await violations(page), 'the thank-you page').toEqual([]);
  await page.goto('/auth?tab=signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect.soft(await violations(page), 'a form with mistakes').toEqual([]);
});

test('a phone’s sheets and menus have none', async ({ another, request }) => {
  const { slug } = await campaign(request);
  const phone = await another({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await phone.goto(`/campaign/${slug}`);
  await settled(phone);
  expect.soft(await violations(phone), 'a campaign').toEqual([]);
  await phone.getByRole('button', { name: 'Contribute' }).click();
  await expect(phone.getByRole('dialog')).toBeVisible();
  expect.soft(await violations(phone), 'the contribution sheet').toEqual([]);
  await phone.goto('/explore');
  await settled(phone);
  await phone.getByRole('button', { name: 'Menu' }).click();
  await expect(phone.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect.soft(await violations(phone), 'the menu').toEqual([]);
});
