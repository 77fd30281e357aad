import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { campaign, signedIn, somebody } from '../support/api.ts';
import { give, goToPayment } from '../support/giving.ts';
import { settled, visits } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const languages = { en: 'en-GB', fr: 'fr-FR', es: 'es-ES' } as const;

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
}

/** What depends on colours alone: all there is to look at again in the other theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

for (const [language, locale] of Object.entries(languages)) {
  test.describe(`in ${language}`, () => {
    test.use({ locale, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });

    test('no page has an accessibility fault, light or dark', async ({ page, request }) => {
      test.slow();
      const { slug } = await campaign(request, { resource_types: ['money', 'time', 'materials'], time_goal_hours: 20, needs: [{ item: 'Toolbox', quantity: 3 }] });
      await signedIn(page, somebody('Amina Diallo'));
      for (const { name, path, member } of visits(slug)) {
        await test.step(name, async () => {
          const cookies = await page.context().cookies();
          if (!member) await page.context().clearCookies();
          await page.goto(path);
          await settled(page);
          expect.soft(await violations(page), `${name} at ${path}, light`).toEqual([]);
          await page.emulateMedia({ colorScheme: 'dark' });
          await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
          await settled(page);
          expect.soft(await violations(page, colourRules), `${name} at ${path}, dark`).toEqual([]);
          await page.emulateMedia({ colorScheme: 'light' });
          await page.context().addCookies(cookies);
        });
      }
    });
  });
}

test('nor has a visitor’s way to a gift', async ({ page, request }) => {
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

test('nor has a phone', async ({ another, request }) => {
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

test('every page fits a width of 320 pixels', async ({ another, request }) => {
  const { slug } = await campaign(request);
  const narrow = await another({ viewport: { width: 320, height: 640 }, locale: 'fr-FR' });
  await signedIn(narrow, somebody('Amina Diallo'));
  for (const { name, path } of visits(slug)) {
    await narrow.goto(path);
    await settled(narrow);
    const wide = await narrow.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(320);
  }
});
