import type { Page } from '@playwright/test';
import { campaign, guestGift } from '../support/api.ts';
import { bankSays, panel, words } from '../support/giving.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** What a reader sees of a campaign's page: its words, and where its parts are in whole pixels. */
interface Seen {
  words: string[];
  boxes: Record<string, number[]>;
}

const parts = [
  'h1',
  '.campaign-cover',
  '.campaign-lead',
  '.campaign-facts',
  '.strand-named',
  '.tabs',
  '.campaign-story',
  '.campaign-section',
];
const card = ['.campaign-contribution', '.campaign-presets', '.campaign-fold', '.campaign-gift-pay', '.campaign-gift-pay .btn'];

function seen(page: Page): Promise<Seen> {
  return page.evaluate(
    (selectors) => {
      const visible = (element: Element) => element.getClientRects().length > 0;
      const lines = [...document.querySelectorAll('.campaign :is(h1, h2, h3, p, .btn, .tabs > *, dt, dd, summary, label, li)')]
        .filter((element) => visible(element) && !element.closest('.sr, details:not([open]) > :not(summary)'))
        .map((element) => {
          const copy = element.cloneNode(true) as Element;
          for (const hidden of copy.querySelectorAll('.sr, .campaign-unscripted, option')) hidden.remove();
          // A line of the server's page may be broken in its source, and an aside's mark stands in no text.
          return (copy.textContent ?? '').replace(/\s+/gu, ' ').trim();
        })
        .filter(Boolean);
      const boxes: Record<string, number[]> = {};
      for (const selector of selectors) {
        for (const [index, element] of [...document.querySelectorAll(`.campaign ${selector}`)].filter(visible).entries()) {
          const { x, y, width, height } = element.getBoundingClientRect();
          boxes[`${selector} ${index}`] = [x, y, width, height].map((value) => Math.round(value));
        }
      }
      return { words: lines.toSorted(), boxes };
    },
    [...parts, ...card],
  );
}

for (const [viewport, locale] of [[wide, 'en-GB'], [phone, 'fr-FR']] as const) {
  test(`a campaign’s page has the same words, figures and boxes before its app and with it, ${viewport.width} px wide`, async ({
    another,
    request,
  }) => {
    const needs = [{ item: 'Toolbox', quantity: 3 }, { item: 'Bench', quantity: 1 }];
    const given = await campaign(request, { resource_types: ['money', 'time', 'materials'], time_goal_hours: 20, needs });
    await guestGift(request, given.id, 'approve', { amount: 123_45, message: 'For the kettle.' });
    // A minute may pass between both, and what was just now is then a minute ago.
    await expect(async () => {
      const before = await another({ viewport, locale });
      await before.route('**/assets/*.js', () => undefined);
      await before.goto(`/campaign/${given.slug}`, { waitUntil: 'commit' });
      await expect(before.locator('footer')).toBeAttached();
      await before.evaluate(() => document.fonts.ready.then(() => undefined));
      const app = await another({ viewport, locale });
      await app.goto(`/campaign/${given.slug}`);
      await settled(app);
      const [first, then] = [await seen(before), await seen(app)];
      await Promise.all([before.context().close(), app.context().close()]);
      expect(first).toEqual(then);
      expect(Object.keys(then.boxes).length).toBeGreaterThan(10);
    }).toPass();
  });
}

test('the card is short, and the button in sight with all folds open', async ({ page, another, request }) => {
  const { slug } = await campaign(request, { resource_types: ['money', 'time'], time_goal_hours: 20 });
  await page.setViewportSize(wide);
  await page.goto(`/campaign/${slug}`);
  await settled(page);
  const give = panel(page).getByRole('button', { name: 'Give €50' });
  await expect(give).toBeInViewport({ ratio: 1 });
  const height = async () => (await page.locator('.campaign-contribution').boundingBox())?.height ?? Infinity;
  expect(await height()).toBeLessThanOrEqual(780);
  await words(panel(page)).click();
  await expect(panel(page).getByRole('textbox', { name: 'Your name' })).toBeVisible();
  expect(await height()).toBeLessThanOrEqual(780);
  await expect(give).toBeInViewport({ ratio: 1 });

  const small = await another({ viewport: phone });
  await small.goto(`/campaign/${slug}`);
  await small.getByRole('button', { name: 'Contribute' }).click();
  const sheet = small.getByRole('dialog', { name: 'Contribute' });
  await settled(small);
  expect((await small.locator('.sheet[open]').boundingBox())?.height).toBeLessThanOrEqual(780);
  await words(sheet).click();
  await expect(sheet.getByRole('textbox', { name: 'Message' })).toBeInViewport();
  await expect(sheet.getByRole('button', { name: 'Give €50' })).toBeInViewport({ ratio: 1 });
});

test('a word of any length stays within a phone, and a tab can be passed on', async ({ another, request }) => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const needs = [{ item: 'Toolbox', quantity: 3 }];
  const { slug, id } = await campaign(request, {
    title: long.slice(0, 80),
    description: long,
    story: long,
    location: long,
    resource_types: ['money', 'materials'],
    needs,
  });
  await guestGift(request, id, 'approve', { message: long, donor_name: long });
  const page = await another({ viewport: phone });
  for (const path of [`/campaign/${slug}`, `/campaign/${slug}?tab=needs`, '/explore']) {
    await page.goto(path);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(phone.width);
  }
  await page.goto(`/campaign/${slug}?tab=needs`);
  await expect(page.getByRole('tab', { name: 'Needs' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Supporters' }).click();
  await expect(page).toHaveURL(/\?tab=supporters$/);
});

test('without scripts a gift is given by a plain form', async ({ another, request }) => {
  const { slug } = await campaign(request);
  const page = await another({ javaScriptEnabled: false });
  await page.goto(`/campaign/${slug}`, { waitUntil: 'load' });
  const form = panel(page);
  await form.getByRole('radio', { name: '€25', exact: true }).check();
  await form.getByRole('button', { name: 'Give', exact: true }).click();
  await expect(page).toHaveURL(/\/give\?.*preset=2500/);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Noor Haddad');
  await page.getByRole('button', { name: 'Give', exact: true }).click();
  await bankSays(page, 'Approve');
  await expect(page).toHaveURL(/\/thanks\?donation=/);
});
