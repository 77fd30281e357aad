import { randomUUID } from 'node:crypto';
import { campaign, campaigns, launch, signUp, somebody, totals } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

/** A word no other campaign of this run has. */
function ownWord(): string {
  return `w${randomUUID().slice(0, 8)}`;
}

test('the landing page shows the totals and campaigns of the platform', async ({ page, request }) => {
  await campaign(request);
  await page.goto('/');
  await expect(page).toHaveTitle(/ - Callup - Community Resource Planner$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create your Callup' })).toHaveAttribute('href', '/create-campaign');

  // Other journeys give at the same time: the figures follow.
  const figures = page.getByRole('region', { name: 'Totals so far' });
  await expect(async () => {
    const { people, raised_amount } = await totals(request);
    // Approximate, over several currencies: cents would say more than is known, and a total is never rounded up.
    const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
    await expect(figures).toContainText(new Intl.NumberFormat('en-GB').format(people), { timeout: 1000 });
    await expect(figures).toContainText(money.format(Math.trunc(raised_amount / 100)), { timeout: 1000 });
  }).toPass();

  const tabs = page.getByRole('tablist', { name: 'Which campaigns' });
  await expect(tabs.getByRole('tab')).toHaveText(['Popular', 'Worth a push', 'Inactive']);
  const cards = page.getByRole('tabpanel').getByRole('article');
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThanOrEqual(6);
  await tabs.getByRole('tab', { name: 'Inactive' }).click();
  const inactive = page.getByRole('tabpanel', { name: 'Inactive' });
  await expect(
    inactive.getByRole('article').or(inactive.getByText('No campaigns available at the moment.')).first(),
  ).toBeVisible();

  await tabs.getByRole('tab', { name: 'Popular' }).click();
  const popular = page.getByRole('tabpanel', { name: 'Popular' });
  const title = await popular.getByRole('article').first().getByRole('link').innerText();
  // Others give meanwhile: it may not be the first any more.
  await popular.getByRole('article').getByRole('link', { name: title, exact: true }).first().click();
  await expect(page).toHaveURL(/\/campaign\/./);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('explore searches, filters and sorts, and the address keeps it all', async ({ page, request }) => {
  const word = ownWord();
  const token = await signUp(request, somebody('Amina Diallo'));
  const later = '2099-12-31';
  const soon = '2090-01-31';
  await launch(request, token, {
    title: `Garden ${word}`,
    category: 'environment',
    location: 'Bruxelles',
    goal_amount: 100_00,
    end_date: later,
  });
  await launch(request, token, {
    title: `École ${word}`,
    category: 'education',
    location: 'Lyon',
    goal_amount: 0,
    resource_types: ['time'],
    time_goal_hours: 40,
  });
  await launch(request, token, { title: `Shelter ${word}`, category: 'animals', location: 'Lyon', end_date: soon });

  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Explore campaigns' })).toBeVisible();
  const titles = page.getByRole('article').getByRole('heading');

  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill(word.toUpperCase());
  await expect(titles).toHaveText([`Shelter ${word}`, `École ${word}`, `Garden ${word}`]);
  await expect(page.getByRole('status').filter({ hasText: '3 campaigns' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${word.toUpperCase()}`));

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Ending soon');
  await expect(titles).toHaveText([`Shelter ${word}`, `Garden ${word}`, `École ${word}`]);
  await expect(page.getByRole('article').filter({ hasText: 'École' })).toContainText('No deadline');

  await page.getByRole('searchbox', { name: 'Place' }).fill('lyon');
  await expect(titles).toHaveText([`Shelter ${word}`, `École ${word}`]);

  await page.getByRole('radio', { name: 'Time' }).check();
  await expect(titles).toHaveText([`École ${word}`]);
  await expect(page).toHaveURL(/need=time/);
  await page.goBack();
  await expect(titles).toHaveText([`Shelter ${word}`, `École ${word}`]);
  await expect(page.getByRole('radio', { name: 'Anything' })).toBeChecked();

  const strip = page.getByRole('navigation', { name: 'Categories' });
  await strip.getByRole('link', { name: /^Animals/ }).click();
  await expect(titles).toHaveText([`Shelter ${word}`]);
  await expect(strip.getByRole('link', { name: /^Animals/ })).toHaveAttribute('aria-current', 'true');

  await page.reload();
  await expect(titles).toHaveText([`Shelter ${word}`]);
  await expect(page.getByRole('searchbox', { name: 'Search campaigns' })).toHaveValue(word.toUpperCase());
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('ending');

  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill(`${word} nothing`);
  await expect(page.getByRole('heading', { name: 'No campaigns found matching your criteria.' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL(/\/explore\?sort=ending$/);
  await expect(titles.first()).toBeVisible();
});

test('categories are those that have campaigns, by name, and each shows its own', async ({ page, request }) => {
  await campaign(request, { category: 'sports' });
  await page.goto('/explore');
  const entries = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(entries.first()).toHaveText(/^All/);
  await expect(entries.filter({ hasText: 'Sports' })).toBeVisible();
  const names = (await entries.allInnerTexts()).map((text) => text.replace(/\s*\d.*$/s, '')).slice(1);
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));

  await entries.filter({ hasText: 'Sports' }).click();
  await expect(page).toHaveURL(/category=sports/);
  const expected = await campaigns(request, { category: 'sports', limit: 12 });
  await expect(page.getByRole('article')).toHaveCount(expected.length);
  await expect(page.getByRole('article').filter({ hasNotText: 'Sports' })).toHaveCount(0);
});

test('an empty category says so and leads back to all', async ({ page, request }) => {
  await campaign(request, { category: 'sports' });
  await page.goto('/explore');
  // The last campaign of a category may end while its name still stands in the strip.
  await page.route('**/api/campaigns?*category=sports*', (route) => route.fulfill({ json: { items: [], next: '', total: 0 } }));
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Sports/ }).click();
  await expect(page.getByRole('heading', { name: 'No campaigns found for this category.' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all categories' }).click();
  await expect(page).toHaveURL(/\/explore$/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('more campaigns come by the page, until there are no more', async ({ page, request }) => {
  const word = ownWord();
  const token = await signUp(request, somebody('Amina Diallo'));
  for (let number = 1; number <= 14; number += 1) await launch(request, token, { title: `${word} number ${number}` });
  await page.goto(`/explore?q=${word}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);

  const more = page.getByRole('button', { name: 'Load more' });
  await page.route('**/api/campaigns?*cursor=*', (route) => route.abort());
  await more.click();
  await expect(page.getByRole('alert')).toContainText('The next campaigns could not be loaded');
  await expect(cards).toHaveCount(12);
  await page.unroute('**/api/campaigns?*cursor=*');
  await more.click();
  await expect(cards).toHaveCount(14);
  await expect(more).toHaveCount(0);
  await expect(cards.nth(12).getByRole('link')).toBeFocused();
  expect(new Set(await cards.getByRole('heading').allInnerTexts()).size).toBe(14);

  await cards.nth(13).getByRole('link').click();
  await expect(page).toHaveURL(/\/campaign\//);
  await page.goBack();
  await expect(cards).toHaveCount(14);
});

test('grey cards stand in while campaigns load, and a failure can be tried again', async ({ page, request }) => {
  const { title } = await campaign(request, { title: `Orchard ${ownWord()}` });
  await page.goto('/explore');
  await expect(page.getByRole('article').first()).toBeVisible();

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/campaigns?*', async (route) => {
    await held;
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503,"code":"internal"}' });
  });
  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill(title);
  await expect(page.getByRole('status', { name: 'Loading...' }).locator('.ccard')).toHaveCount(12);
  release();
  await expect(page.getByRole('alert')).toContainText('The campaigns could not be loaded');
  await expect(page.getByRole('searchbox', { name: 'Search campaigns' })).toHaveValue(title);

  await page.unroute('**/api/campaigns?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});
