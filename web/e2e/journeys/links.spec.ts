import type { Page } from '@playwright/test';
import { campaign, campaignPage, guestGift } from '../support/api.ts';
import { settled, visits } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** Where a page's links lead, without the part after #. */
async function linksOf(page: Page): Promise<string[]> {
  return page
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href.replace(/#.*$/, '') : '')));
}

/** The addresses of a page's links to places within a page. */
async function anchorsOf(page: Page): Promise<string[]> {
  return page
    .locator('a[href*="#"]')
    .evaluateAll((all) => all.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])));
}

test('every link and every anchor of every page leads somewhere', async ({ reader: page, request, baseURL }) => {
  const { slug } = await campaign(request);
  const donation = await guestGift(request, (await campaignPage(request, slug)).id, 'approve');
  const queue = [
    `/campaign/${slug}/thanks?donation=${donation}`,
    ...visits(slug)
      .filter(({ member }) => !member)
      .map(({ path }) => path),
  ];
  const origin = new URL(baseURL ?? '').origin;
  const seenPages = new Set<string>();
  const checked = new Map<string, number>();
  const dead: string[] = [];
  /** Places on other pages, and the page that names them. */
  const elsewhere = new Map<string, string>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seenPages.has(path)) continue;
    seenPages.add(path);
    await page.goto(path);
    await settled(page);
    for (const href of new Set(await anchorsOf(page))) {
      const { pathname, search, hash } = new URL(href);
      if (pathname + search === path) await expect.soft(page.locator(hash), `${path}: ${href}`).toHaveCount(1);
      else elsewhere.set(pathname + search + hash, path);
    }
    for (const href of await linksOf(page)) {
      if (!href) {
        dead.push(`${path}: a link without an address`);
        continue;
      }
      const address = new URL(href);
      if (address.origin !== origin) continue;
      const target = address.pathname + address.search;
      // A place on the page itself was looked for above.
      if (target === path) continue;
      if (!checked.has(target)) {
        checked.set(target, (await request.get(target)).status());
        // One page of each kind is walked on; the other campaigns' pages are alike.
        // The server's own pages are no pages of the app.
        if (!/^\/((campaign|dev|receipt|sandbox)\/|guest-data$)/.test(address.pathname) && !address.search) queue.push(target);
      }
      const status = checked.get(target) ?? 0;
      if (status >= 400) dead.push(`${path}: ${target} answers ${status}`);
    }
  }
  expect(dead).toEqual([]);
  expect(checked.size).toBeGreaterThan(8);
  expect(elsewhere.size).toBeGreaterThan(0);
  for (const [target, path] of elsewhere) {
    await page.goto(target);
    await settled(page);
    await expect.soft(page.locator(new URL(page.url()).hash), `${path}: ${target}`).toHaveCount(1);
  }
});
