import type { Locator, Page } from '@playwright/test';
import { campaign, sharedCampaign, signedIn, somebody } from '../support/api.ts';
import { give } from '../support/giving.ts';
import { settled, visits } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** Elements that look as if they could be pressed. */
const pressable = 'button, [role=button], [role=tab], summary, input[type=submit]';

/** Where a page's links lead, without the part after #. */
async function linksOf(page: Page): Promise<string[]> {
  return page
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href.replace(/#.*$/, '') : '')));
}

test('every link of every page leads somewhere', async ({ page, request, baseURL }) => {
  const { slug } = await campaign(request);
  await give(page, slug, { preset: '€10' });
  const queue = [
    new URL(page.url()).pathname + new URL(page.url()).search,
    ...visits(slug)
      .filter(({ member }) => !member)
      .map(({ path }) => path),
  ];
  const origin = new URL(baseURL ?? '').origin;
  const seenPages = new Set<string>();
  const checked = new Map<string, number>();
  const dead: string[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seenPages.has(path)) continue;
    seenPages.add(path);
    await page.goto(path);
    await settled(page);
    for (const href of await linksOf(page)) {
      if (!href) {
        dead.push(`${path}: a link without an address`);
        continue;
      }
      const address = new URL(href);
      if (address.origin !== origin) continue;
      const target = address.pathname + address.search;
      // A place on the page itself; the next test looks whether it is there.
      if (target === path) continue;
      if (!checked.has(target)) {
        checked.set(target, (await request.get(target)).status());
        // One page of each kind is walked on; the other campaigns' pages are alike.
        if (!/^\/(campaign|dev|sandbox)\//.test(address.pathname) && !address.search) queue.push(target);
      }
      const status = checked.get(target) ?? 0;
      if (status >= 400) dead.push(`${path}: ${target} answers ${status}`);
    }
  }
  expect(dead).toEqual([]);
  expect(checked.size).toBeGreaterThan(8);
});

test('every anchor within a page names something that is there', async ({ page, request }) => {
  const { slug } = await campaign(request);
  const elsewhere = new Map<string, string>();
  for (const { path } of visits(slug).filter(({ member }) => !member)) {
    await page.goto(path);
    await settled(page);
    const anchors = await page
      .locator('a[href*="#"]')
      .evaluateAll((all) => all.flatMap((link) => (link instanceof HTMLAnchorElement ? [link.href] : [])));
    for (const href of new Set(anchors)) {
      const { pathname, search, hash } = new URL(href);
      if (pathname + search === path) await expect.soft(page.locator(hash), `${path}: ${href}`).toHaveCount(1);
      else elsewhere.set(pathname + search + hash, path);
    }
  }
  expect(elsewhere.size).toBeGreaterThan(0);
  for (const [target, path] of elsewhere) {
    await page.goto(target);
    await settled(page);
    await expect.soft(page.locator(new URL(page.url()).hash), `${path}: ${target}`).toHaveCount(1);
  }
});

/** What a press may change: the page's text and attributes, the address, a request, a download, a copied text. */
async function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(
      (field) => `${field.value}${field.checked}`,
    );
    return [location.href, document.documentElement.outerHTML, fields.join(), document.activeElement?.outerHTML].join('\n');
  });
}

/** What is pressed, in words. */
async function nameOf(button: Locator): Promise<string> {
  return button.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
}

/** Brings a page back to what it was by the way a reader has: Escape. Tells whether that was enough. */
async function undone(page: Page, before: string, address: string): Promise<boolean> {
  if (page.url() !== address) return false;
  await page.keyboard.press('Escape');
  return (await stateOf(page)) === before;
}

/** One test a page, so that workers share them. */
for (const { name, path, member } of visits('{slug}')) {
  test(`every button of ${name} does something`, async ({ page, context, request }) => {
    test.slow();
    const { slug } = await sharedCampaign(request);
    const address = path.replace('{slug}', slug);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Who is signed in sees neither /auth nor a guest's fields.
    if (member) await signedIn(page, somebody('Amina Diallo'));
    const open = async (): Promise<string> => {
      await page.goto(address);
      await settled(page);
      return page.url();
    };
    const idle: string[] = [];
    let pressed = 0;
    let opened = await open();
    const count = await page.locator(pressable).count();
    for (let index = 0; index < count; index += 1) {
      const button = page.locator(pressable).nth(index);
      if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
      // What is chosen already stays chosen.
      if ((await button.getAttribute('aria-selected')) === 'true') continue;
      const label = await nameOf(button);
      let asked = false;
      const note = () => {
        asked = true;
      };
      await button.evaluate((element) => element.focus());
      const before = await stateOf(page);
      page.on('request', note);
      await button.click();
      await expect
        .poll(async () => asked || (await stateOf(page)) !== before, { timeout: 5000, message: label })
        .toBe(true)
        .catch(() => idle.push(label));
      page.off('request', note);
      pressed += 1;
      // Opened anew only where the press left something behind.
      if (asked || !(await undone(page, before, opened))) opened = await open();
    }
    expect(idle, 'buttons that do nothing').toEqual([]);
    // The header alone has two.
    expect(pressed).toBeGreaterThan(1);
  });
}
