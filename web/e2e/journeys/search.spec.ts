import { sharedCampaign, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a member finds a page and a post that were mistyped, and a visitor campaigns alone', async ({ page, another }) => {
  const mark = Array.from(crypto.randomUUID().replaceAll('-', '').slice(0, 10), (digit) =>
    String.fromCodePoint(97 + Number.parseInt(digit, 16)),
  ).join('');
  await signedIn(page, somebody('Inès Sauvage'));
  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Page' });
  await form.getByRole('textbox', { name: 'Name' }).fill(`Réssourcerie ${mark}`);
  await form.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Réssourcerie ${mark}` })).toBeVisible();
  await page.goto('/my/activity');
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(`Who brings a ladder to the ${mark} <b>tomorrow</b>?`);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByText('Who brings a ladder')).toBeVisible();
  // What is pushed may come before the answer, with which the dialog goes, and with it what the slash would write into.
  await expect(page.getByRole('dialog')).toBeHidden();

  // By the keyboard alone, dark, at 1440: the slash opens it, arrows choose, Escape gives the focus back.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const opener = page.getByRole('button', { name: 'Search campaigns, pages and people' });
  await opener.focus();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search campaigns, pages and people' });
  await expect(field).toBeFocused();
  await page.keyboard.type(`RESSOURCERIE ${mark}`);
  const pages = page.getByRole('group', { name: 'Pages 1' });
  await expect(pages.getByRole('option').first()).toContainText('Non-profit · 0 followers');
  await expect(page.getByRole('option', { name: `All pages for “RESSOURCERIE ${mark}”` })).toHaveAttribute(
    'href',
    `/my/pages?q=RESSOURCERIE%20${mark}`,
  );
  await settled(page);
  expect.soft(await violations(page), 'the search').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(opener).toBeFocused();

  // Two letters swapped: what was meant is said and found.
  await page.keyboard.press('ControlOrMeta+k');
  const wrong = mark.slice(0, 4) + (mark[5] ?? '') + (mark[4] ?? '') + mark.slice(6);
  await page.keyboard.type(wrong);
  if (wrong !== mark) await expect(page.getByText(`No results for “${wrong}”. Showing results for “${mark}”.`)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Posts 1' }).getByRole('option')).toContainText('Inès Sauvage');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/my\/activity\?post=/u);
  await expect(page.getByRole('heading', { level: 1, name: 'A post' })).toBeVisible();
  await expect(page.getByText(`Who brings a ladder to the ${mark} <b>tomorrow</b>?`)).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'a post').toEqual([]);

  // A phone in French: full screen; then the post is deleted, and is found no more.
  const phone = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  await signUp(phone.request, somebody('Gil Navarro'), 'fr');
  await phone.goto('/my');
  await phone.getByRole('button', { name: 'Rechercher dans Callup' }).click();
  const typed = phone.getByRole('combobox', { name: 'Rechercher dans Callup' });
  await typed.fill(mark);
  await expect(phone.getByRole('group', { name: 'Publications 1' })).toBeVisible();
  await expect(phone.getByRole('group', { name: 'Pages 1' })).toContainText('Association · 0 abonné');
  const box = await phone.getByRole('dialog').boundingBox();
  expect([box?.width, box?.height]).toEqual([390, 844]);
  await settled(phone);
  expect.soft(await violations(phone), 'the search on a phone').toEqual([]);
  await phone.setViewportSize({ width: 320, height: 640 });
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // It is found until it can't be undone any more.
  const deleted = page.waitForResponse('**/api/commands/delete-post');
  await chooseOption(page.getByRole('article'), 'Delete');
  await expect(page.getByText('This post is no longer available')).toBeVisible();
  await deleted;
  await typed.fill(`${mark} ladder`);
  await expect(phone.getByText(`Aucun résultat pour « ${mark} ladder »`)).toBeVisible();
});

test('a visitor finds campaigns, and no place of members', async ({ page, request }) => {
  const { title } = await sharedCampaign(request);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Search campaigns' }).click();
  const field = page.getByRole('combobox', { name: 'Search campaigns' });
  await field.fill('x');
  await expect(page.getByText('Type at least two letters.')).toBeVisible();
  await field.fill(title);
  await expect(page.getByRole('option', { name: title }).first()).toBeVisible();
  await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(1);
  await settled(page);
  expect.soft(await violations(page), 'the search of a visitor').toEqual([]);
  // On the smallest phone as well, beside what else the header has.
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Search campaigns' }).click();
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await field.fill(title);
  await page.getByRole('option', { name: title }).first().click();
  await expect(page).toHaveURL(/\/campaign\//u);
});
