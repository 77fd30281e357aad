import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { campaign, sharedCampaign, signedIn, somebody } from '../support/api.ts';
import { give, goToPayment } from '../support/giving.ts';
import { settled, visits } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** What depends on colours alone: all there is to look at again in the other theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Looks at a page in both themes. */
async function look(page: Page, name: string): Promise<void> {
  expect.soft(await violations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await settled(page);
  expect.soft(await violations(page, colourRules), `${name}, dark`).toEqual([]);
}

/*
 * Every screen in the language with the longest words; in the others one screen, and all of them in the long form.
 */
for (const { locale, every } of [
  { locale: 'fr-FR', every: true },
  { locale: 'en-GB', every: false },
  { locale: 'es-ES', every: false },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });
    for (const { name, path, member } of visits('{slug}')) {
      const tag = every || name === 'campaign' ? [] : ['@long'];
      test(`${name} keeps its title, fits a narrow window and has no accessibility fault`, { tag }, async ({ page, request }) => {
        const { slug } = await sharedCampaign(request);
        if (member) await signedIn(page, somebody('Amina Diallo'));
        const answer = await page.goto(path.replace('{slug}', slug));
        const sent = /<title>([^<]*)<\/title>/.exec((await answer?.text()) ?? '')?.[1] ?? '';
        expect(sent).toMatch(/^\S.* - Callup - Community Resource Planner$/);
        await settled(page);
        expect(await page.title()).toBe(sent);
        await look(page, name);
        await page.setViewportSize({ width: 320, height: 640 });
        await settled(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(320);
      });
    }
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
