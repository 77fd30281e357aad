import type { Page } from '@playwright/test';
import { campaign } from '../support/api.ts';
import { settled, started } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** What the browser noted of a page's start, in the order of its own clock. */
interface Start {
  /**
   * What the page asked for before anything was seen, by what it is, but for photographs. The icon is the browser's own
   * wish.
   */
  before: string[];
  /** How many photographs it asked for before anything was seen. */
  photographs: number;
  /** The app's scripts. */
  scripts: number;
  /**
   * Whether the largest text or picture, or one as large but for its font, was painted before the first of them was asked
   * for.
   */
  largestFirst: boolean;
  /** The cumulative layout shift. */
  shift: number;
}

function startOf(page: Page): Promise<Start> {
  return page.evaluate(() => {
    function noted(type: string): PerformanceEntry[] {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type, buffered: true });
      return observer.takeRecords();
    }
    const kindOf = (name: string) => /[^/]+$/.exec(new URL(name).pathname.replace(/-[\w-]{8}(?=\.\w+$)/, ''))?.[0] ?? name;
    const isScript = ({ name }: PerformanceEntry) => /\/assets\/.*\.js$/.test(name);
    const seen = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const files = performance.getEntriesByType('resource');
    const early = files.filter(({ startTime, name }) => startTime < seen && !name.endsWith('/favicon.svg'));
    const isPhotograph = ({ name }: PerformanceEntry) => new URL(name).pathname.startsWith('/media/');
    const scripts = files.filter(isScript);
    const painted = noted('largest-contentful-paint') as (PerformanceEntry & { size: number })[];
    // A font that comes late makes the same words a little larger.
    const nearly = 0.9 * (painted.at(-1)?.size ?? 0);
    const largest = painted.find(({ size }) => size >= nearly)?.startTime ?? Infinity;
    return {
      before: early
        .filter((file) => !isPhotograph(file))
        .map(({ name }) => kindOf(name))
        .toSorted(),
      photographs: early.filter(isPhotograph).length,
      scripts: scripts.length,
      largestFirst: scripts.every(({ startTime }) => largest < startTime),
      shift: noted('layout-shift').reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
    };
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 } });

  // A list begins with the photograph of its first campaign, where that has one.
  for (const { path, sheet, photographs } of [
    { path: '/', sheet: 'LandingPage.css', photographs: 0 },
    { path: '/explore', sheet: 'ExplorePage.css', photographs: 1 },
    { path: '/campaign/', sheet: 'CampaignPage.css', photographs: 0 },
  ]) {
    const title = `${path} is there to read before its app is fetched, and the app moves nothing`;
    test(title, async ({ another, request, viewport }) => {
      const address = path === '/campaign/' ? path + (await campaign(request)).slug : path;
      // On a busy machine a font may come after the first paint. One start that went well, of those of new browsers that
      // know nothing yet, is enough: a page that asks for more, or whose app begins too early, does so each time.
      await expect(async () => {
        const page = await another({ viewport });
        await page.goto(address);
        await settled(page);
        const start = await startOf(page);
        await page.context().close();
        expect(start.before).toEqual(
          [
            sheet,
            'bricolage-grotesque-latin-wght-normal.woff2',
            'index.css',
            'inter-latin-wght-normal.woff2',
            'start.js',
            'theme.js',
          ].toSorted(),
        );
        expect(start.photographs).toBeLessThanOrEqual(photographs);
        expect(start.scripts).toBeGreaterThan(0);
        expect(start.largestFirst).toBe(true);
        expect(start.shift).toBeLessThanOrEqual(0.05);
      }).toPass();
    });
  }

  test('a press that comes before the app leads where it says', async ({ page }) => {
    // Held back for ever.
    await page.route('**/assets/*.js', () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('main').getByRole('link', { name: 'Explore campaigns' }).click();
    await expect(page).toHaveURL('/explore');
    await expect(page.getByRole('heading', { level: 1, name: 'Explore campaigns' })).toBeVisible();
    await expect(page.locator('#root:not([data-app])')).toBeAttached();
  });
});

/** Opens an address with the app's scripts held back; what it gives lets them through. */
async function beforeTheApp(page: Page, address: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return async () => {
    release();
    await started(page);
  };
}

test('what a reader reached and typed before the app starts is theirs when it has', async ({ page }) => {
  const start = await beforeTheApp(page, '/explore');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const search = page.getByRole('searchbox', { name: 'Search campaigns' });
  await search.fill('roof');
  await start();
  await expect(search).toHaveValue('roof');
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(/q=roof/);
});

test('all that a reader chose before the app starts holds when it has', async ({ page }) => {
  const start = await beforeTheApp(page, '/explore');
  const search = page.getByRole('searchbox', { name: 'Search campaigns' });
  await search.fill('roof');
  await page.getByRole('searchbox', { name: 'Place' }).fill('Lyon');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('ending');
  await page.getByRole('radio', { name: 'Money' }).check({ force: true });
  await page.getByRole('heading', { level: 1 }).click();
  await start();
  await expect(page).toHaveURL(/\?(?=.*q=roof)(?=.*place=Lyon)(?=.*sort=ending)(?=.*need=money)/);
  await expect(search).toHaveValue('roof');
  await expect(page.getByRole('radio', { name: 'Money' })).toBeChecked();
});

test('words and name of a gift that are written before the app starts stay, and so does the fold they are in', async ({
  page,
  request,
}) => {
  const start = await beforeTheApp(page, `/campaign/${(await campaign(request)).slug}`);
  const form = page.getByRole('complementary', { name: 'Contribute' });
  await form.locator('.campaign-fold > summary').click();
  const name = form.getByRole('textbox', { name: 'Your name' });
  const email = form.getByRole('textbox', { name: /e-mail/i });
  await name.fill('Nora Newcomer');
  await email.fill('nora');
  await start();
  await expect(email).toBeVisible();
  await expect(email).toHaveValue('nora');
  await expect(email).toBeFocused();
  await expect(name).toHaveValue('Nora Newcomer');
});
