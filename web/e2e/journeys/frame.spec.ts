import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { campaignPage, guestGift, launch, signUp, somebody } from '../support/api.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/*
 * What the server sends is what the app shows when it takes over: the same words
 * at the same places, so that nothing moves under the reader.
 */

/** Holds the app's code back, and for good what others do meanwhile; what it gives lets the code through. */
async function withoutCode(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.routeWebSocket('**/api/live', () => undefined);
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Every visible line of these, with the place it stands at, in whole pixels. */
function lines(page: Page): Promise<string[]> {
  const watched = [
    '.demo summary',
    'header .logo',
    'header .top-links > a',
    'header .menu-trigger .sm',
    'header .top-sign-in',
    'header .btn-primary',
    'header .top-narrow > *',
    'main h1',
    'main .landing-hero-text, main .landing-hero-actions > *, main .landing-hero-art',
    'main .landing-totals dt, main .landing-totals dd',
    'main .tabs-head h2',
    'main .pills > *',
    'main .explore > header p, main .explore-count p, main .explore-clear',
    'main .input, main .segmented label, main .explore-strip a',
    'main .ccard-cover, main .chip, main .ccard-title, main .ccard-text, main .ccard-lead, main .ccard-bars',
    'main .auth-art, main .auth-claim, main .auth-points li',
    'main .field-label, main .field-hint, main .check, main .btn-large',
  ];
  return page.evaluate((selectors) => {
    // Only for the eye, only for the ear or only without scripts makes no difference to what stands where.
    const seen = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.sr, noscript')) hidden.remove();
      return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    return [...document.querySelectorAll(selectors.join(','))].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) return [];
      return [`${seen(element)} at ${[x, y, width, height].map(Math.round).join(' ')}`];
    });
  }, watched);
}

/** Found by no other search: whoever prepares these tests, a worker or the same one again, makes its own. */
let title = '';

test.beforeAll(async ({ playwright, baseURL }) => {
  title = `A frame for ${randomUUID()}`;
  const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const token = await signUp(request, somebody('Frame Owner'));
  const launched = await launch(request, token, { title });
  await guestGift(request, launched.id, 'approve');
  await expect.poll(async () => (await campaignPage(request, launched.slug)).raised_amount).toBeGreaterThan(0);
  await request.dispose();
});

// In the language with the longest words; in the others in the long form.
for (const [locale, tag] of [['fr-FR', []], ['en-GB', ['@long']], ['es-ES', ['@long']]] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${locale} at ${width}`, { tag: [...tag] }, () => {
      test.use({ locale, viewport: { width, height: 900 } });
      for (const path of [
        '/',
        '/explore',
        '/explore?q=own&sort=nearly&need=money',
        '/explore?q=xyzzy',
        '/auth',
        '/auth?tab=signup',
      ]) {
        test(`${path} stays where it is when the app starts`, async ({ page }) => {
          const release = await withoutCode(page);
          await page.goto(path.replace('q=own', `q=${encodeURIComponent(title)}`), { waitUntil: 'commit' });
          await expect(page.locator('footer')).toBeAttached();
          await page.evaluate(() => document.fonts.ready);
          const sent = await lines(page);
          release();
          await settled(page);
          await page.evaluate(() => document.fonts.ready);
          expect(sent.length).toBeGreaterThan(8);
          expect(await lines(page)).toEqual(sent);
        });
      }
    });
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('explore is searched and narrowed', async ({ page }) => {
    await page.goto('/explore?lng=fr', { waitUntil: 'load' });
    await page.getByRole('searchbox', { name: 'Rechercher une campagne' }).fill(title);
    await page.getByRole('radio', { name: 'Argent' }).check();
    await page.getByRole('button', { name: 'Rechercher une campagne' }).last().click();
    await expect(page).toHaveURL(/lng=fr/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('radio', { name: 'Argent' })).toBeChecked();
    await page.getByRole('radio', { name: 'Temps' }).check();
    await page.getByRole('searchbox', { name: 'Rechercher une campagne' }).press('Enter');
    await expect(page.getByRole('heading', { name: /Aucune campagne ne correspond/ })).toBeVisible();
    await page.getByRole('link', { name: 'Effacer les filtres' }).last().click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page).toHaveURL(/lng=fr/);
  });
});

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });
  test('what a member sees stands in the middle and uses the width (65)', async ({ page }) => {
    const token = await signUp(page.request, somebody('Wide Awake'));
    const { id } = await launch(page.request, token, { title: 'A frame for a large screen' });
    for (const path of ['/my', '/my/activity', '/my/campaigns', `/my/campaigns/${id}`, '/my/pages', '/my/settings']) {
      await page.goto(path);
      await expect(page.locator('main > .wrap h1')).toBeVisible();
      const { left, right, wide } = await page.locator('main > .wrap').evaluate((content) => {
        const of = content.getBoundingClientRect();
        const around = (content.parentElement ?? content).getBoundingClientRect();
        return { left: of.left - around.left, right: around.right - of.right, wide: of.width / around.width };
      });
      expect.soft(Math.abs(left - right), `${path}: beside it`).toBeLessThan(2);
      expect.soft(wide, `${path}: of the width`).toBeGreaterThan(0.7);
    }
  });
});
