import { randomUUID } from 'node:crypto';
import type { Settings } from '../../src/api/generated/platform.ts';
import { campaign, campaignPage, launch, signedIn, signUp, somebody, totals } from '../support/api.ts';
import { bankSays, expectNoReload, give, goToPayment, mark, panel, words } from '../support/giving.ts';
import { expect, test } from '../support/test.ts';

function ownTitle(): string {
  return `Reopen the repair café ${randomUUID().slice(0, 8)}`;
}

test('a gift moves every screen that shows it, without a reload', async ({ page, another, request }) => {
  const { slug, title } = await campaign(request, { title: ownTitle() });

  const watcher = await another();
  await watcher.goto(`/campaign/${slug}`);
  const watched = panel(watcher);
  await expect(watched).toContainText('Be the first');
  await expect(watcher.getByText('No gifts yet')).toBeVisible();
  const landing = await another();
  await landing.goto('/');
  const figures = landing.getByRole('region', { name: 'Totals so far' });
  await expect(figures).toContainText('took part');
  const list = await another();
  await list.goto(`/explore?q=${encodeURIComponent(title)}`);
  await expect(list.getByRole('article')).toContainText('Be the first');
  for (const open of [watcher, landing, list]) await mark(open);

  await give(page, slug, { preset: '€25', name: 'Noor Haddad', message: 'For the kettle.' });
  await expect(page.getByRole('main')).toContainText('Your donation has been recorded successfully');
  await expect(page.getByRole('main')).toContainText('€25.00');

  const bar = watched.getByRole('progressbar', { name: 'Money' });
  await expect(bar).toHaveAttribute('aria-valuenow', '2500');
  await expect(watched).toContainText('€25 raised of €6,000');
  await expect(watched).toContainText('1 supporter');
  const lines = watcher.getByRole('tabpanel').getByRole('listitem');
  await expect(lines.first()).toContainText('€25');
  await expect(lines.first()).toContainText('Noor Haddad');
  await expect(lines.first()).toContainText('For the kettle.');

  const latest = landing.getByRole('list', { name: 'Latest contributions' }).getByRole('listitem').filter({ hasText: title });
  await expect(latest.filter({ hasText: 'Gift of €25 from a guest' })).toBeVisible();
  await expect(list.getByRole('article')).toContainText('€25 raised of €6k');
  await expect(list.getByRole('article')).toContainText('1 supporter');

  // A supporter who is signed in gives in another currency.
  const supporter = await another();
  const person = somebody('Jonas Weber');
  await signedIn(supporter, person);
  await supporter.goto(`/campaign/${slug}`);
  await expect(supporter.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible();
  await expect(panel(supporter).getByRole('textbox', { name: 'Your name' })).toHaveCount(0);
  await goToPayment(supporter, { preset: '$50', currency: 'USD' });
  await bankSays(supporter, 'Approve');
  await expect(supporter.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();

  await expect(lines.first()).toContainText('$50');
  await expect(lines.first()).toContainText(person.name);
  await expect(lines).toHaveCount(2);
  await expect(watched).toContainText('2 supporters');
  const { raised_amount } = await campaignPage(request, slug);
  await expect(bar).toHaveAttribute('aria-valuenow', String(raised_amount));
  const { rates } = (await (await request.get('/api/settings')).json()) as Settings;
  const rate = rates.find(({ from, to }) => from === 'USD' && to === 'EUR');
  if (!rate) throw new Error('the settings name no rate from dollars to euros');
  expect(Math.abs(raised_amount - 2500 - (5000 * rate.num) / rate.den)).toBeLessThanOrEqual(1);

  await expect(latest.filter({ hasText: 'Gift of $50 from a member' })).toBeVisible();
  await expect(async () => {
    const { people } = await totals(request);
    await expect(figures).toContainText(new Intl.NumberFormat('en-GB').format(people), { timeout: 1000 });
  }).toPass();
  await expect(list.getByRole('article')).toContainText('2 supporters');
  for (const open of [watcher, landing, list]) await expectNoReload(open);
});

test('a gift without a name shows none, on any screen or in any answer', async ({ page, another, request }) => {
  const { id, slug } = await campaign(request, { title: ownTitle() });
  const watcher = await another();
  await watcher.goto(`/campaign/${slug}`);
  const heard: string[] = [];
  watcher.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await watcher.reload();
  await expect(watcher.getByText('No gifts yet')).toBeVisible();

  const donor = somebody('Clementine Unseen');
  await signedIn(page, donor);
  await give(page, slug, { preset: '€100', anonymous: true, message: 'Keep going.' });
  await expect(page.getByRole('main')).toContainText('Anonymous');

  const line = watcher.getByRole('tabpanel').getByRole('listitem').first();
  await expect(line).toContainText('Anonymous');
  await expect(line).toContainText('Keep going.');
  expect(await watcher.content()).not.toContain('Clementine');
  const answers = await Promise.all(
    [`/api/campaigns/${slug}`, `/api/campaigns/${id}/supporters`, '/api/platform/recent', `/campaign/${slug}`].map(async (path) =>
      (await request.get(path)).text(),
    ),
  );
  expect(answers.join('\n')).toContain('Keep going.');
  expect(heard.join('\n')).toContain('Keep going.');
  expect([...answers, ...heard].join('\n')).not.toContain('Clementine');
});

test('a declined payment counts nothing and can be tried again', async ({ page, request }) => {
  const { slug } = await campaign(request, { title: ownTitle() });
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, { preset: '€50', message: 'For the kettle.', anonymous: true });
  await bankSays(page, 'Decline');
  await expect(page.getByRole('heading', { level: 1, name: 'The payment was declined' })).toBeInViewport();
  expect((await campaignPage(request, slug)).raised_amount).toBe(0);

  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(new RegExp(`/campaign/${slug}$`));
  // Nothing is filled in again.
  await panel(page).getByRole('button', { name: 'Give €50', exact: true }).click();
  await bankSays(page, 'Approve');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeInViewport();
  await expect(page.getByRole('main')).toContainText('For the kettle.');
  await expect(page.getByRole('main')).toContainText('Anonymous');
  await expect(page.getByRole('region', { name: 'The campaign now' })).toContainText('€50 raised of €6,000, including your gift');
  expect((await campaignPage(request, slug)).raised_amount).toBe(5000);
});

test('a payment page left open too long counts nothing', async ({ page, request }) => {
  const { slug } = await campaign(request, { title: ownTitle() });
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, { preset: '€10' });
  await bankSays(page, 'Let it expire');
  await expect(page.getByRole('heading', { level: 1, name: 'The payment page has expired' })).toBeVisible();
  expect((await campaignPage(request, slug)).gifts).toBe(0);
});

test('stepping back from the payment page cancels the gift', async ({ page, request }) => {
  const { slug } = await campaign(request, { title: ownTitle() });
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, { preset: '€10' });
  await bankSays(page, 'Step back');
  await expect(page.getByRole('heading', { level: 1, name: 'You cancelled this gift' })).toBeVisible();
  expect((await campaignPage(request, slug)).gifts).toBe(0);
});

test('no gift goes out without a valid amount', async ({ page, request }) => {
  const { slug } = await campaign(request, { title: ownTitle() });
  await page.goto(`/campaign/${slug}`);
  const form = panel(page);
  const amount = form.getByRole('textbox', { name: 'Other amount' });
  await amount.fill('0');
  await expect(form.getByRole('button', { name: 'Give', exact: true })).toBeDisabled();
  await amount.press('Enter');
  await expect(form.getByText('Please enter a valid amount')).toBeVisible();
  await amount.fill('12.34');
  await expect(form.getByRole('button', { name: 'Give €12.34' })).toBeEnabled();
  await expect(form).toContainText('The campaign keeps what it raises, even below its goal');
});

test('a gift half filled in outlives language, theme and tabs, and goes when its giver signs out in another tab', async ({
  page,
  request,
}) => {
  const { slug } = await campaign(request, { title: ownTitle() });
  const donor = somebody('Ines Roca');
  await signedIn(page, donor);
  await page.goto(`/campaign/${slug}`);
  await expect(page.getByRole('button', { name: `Account of ${donor.name}` })).toBeVisible();
  await mark(page);
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveCount(0);
  const amount = panel(page).getByRole('textbox', { name: 'Other amount' });
  await amount.fill('$12.50');
  await amount.press('Tab');
  await expect(panel(page).getByText('You typed $, but the chosen currency is EUR')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Give', exact: true })).toBeDisabled();
  await amount.fill('12.50');
  await words(panel(page)).click();
  await panel(page).getByRole('textbox', { name: 'Message' }).fill('Courage');

  await page.getByRole('tab', { name: 'Supporters' }).click();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  const card = page.getByRole('complementary', { name: 'Contribuir' });
  await expect(card.getByRole('button', { name: /^Donar 12,50/ })).toBeEnabled();
  await expect(card.getByRole('textbox', { name: /^Mensaje/ })).toHaveValue('Courage');

  const tab = await page.context().newPage();
  await tab.goto('/explore');
  await tab.getByRole('button', { name: /Ines Roca$/ }).click();
  await tab.getByRole('menuitem').last().click();
  await expect(card.locator('textarea')).toHaveValue('');
  await expect(card.getByRole('button', { name: /^Donar 12,50/ })).toHaveCount(0);
  await expectNoReload(page);
});

test('a giver asks for a refund, the organizer declines, then gives it back; a bank takes another gift', async ({
  page,
  another,
  request,
}) => {
  const organizer = await another();
  const token = await signUp(organizer.request, somebody('Amina Haddad'));
  const { slug, id } = await launch(organizer.request, token, { title: ownTitle() });
  await give(page, slug, { preset: '€25', name: 'Noor Haddad' });
  const receipt = page.url();

  // Who comes back to the gift's page later may ask.
  const later = await another();
  await later.goto(receipt);
  const ask = async (reason: string) => {
    await later.getByRole('button', { name: 'Ask for a refund' }).click();
    const dialog = later.getByRole('dialog', { name: 'Ask for a refund' });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(later.getByText('You asked for a refund on')).toBeVisible();
  };
  await ask('I gave twice');

  await organizer.goto(`/my/campaigns/${id}?tab=gifts`);
  await expect(organizer.getByText('I gave twice')).toBeVisible();
  await organizer.getByRole('button', { name: 'Decline the request of Noor Haddad' }).click();
  const decline = organizer.getByRole('dialog', { name: 'Decline this refund request?' });
  await decline.getByLabel('Reason').fill('There is one gift of yours');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await expect(later.getByText('There is one gift of yours')).toBeVisible();
  await ask('Please look again');

  await expect(organizer.getByText('Please look again')).toBeVisible();
  await organizer.getByRole('button', { name: 'Refund the gift of Noor Haddad' }).click();
  const refund = organizer.getByRole('dialog', { name: 'Refund a gift of €25.00' });
  await refund.getByLabel('Reason').fill('You are right');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(later.getByRole('heading', { level: 1, name: 'Your gift was refunded' })).toBeVisible();
  await expect(later.getByText('You are right')).toBeVisible();

  // A bank debit is on its way, arrives, and is taken back.
  const debit = await another();
  await debit.goto(`/campaign/${slug}`);
  await goToPayment(debit, { preset: '€50', name: 'Lucas Moreau' });
  await expect(debit).toHaveURL(/\/sandbox\/pay\//);
  const bank = debit.url();
  await debit.getByRole('button', { name: 'Pay by bank debit' }).click();
  await expect(debit.getByRole('heading', { level: 1, name: 'Your payment is on its way' })).toBeVisible();
  const row = organizer.getByRole('listitem').filter({ hasText: 'Lucas Moreau' });
  await expect(row).toContainText('On its way');
  expect((await campaignPage(request, slug)).raised_amount).toBe(0);
  const decides = await another();
  await decides.goto(bank);
  await decides.getByRole('button', { name: 'The money arrives' }).click();
  await expect(debit.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
  await expect(row).not.toContainText('On its way');
  await decides.getByText('Simulate trouble').click();
  await decides.getByRole('button', { name: 'Dispute, no answer possible' }).click();
  await expect(debit.getByRole('heading', { level: 1, name: 'Your bank has disputed this payment' })).toBeVisible();
  await expect(row).toContainText('No answer is possible');
  await decides.getByText('Simulate trouble').click();
  await decides.getByRole('button', { name: 'The payer wins' }).click();
  await expect(debit.getByRole('heading', { level: 1, name: 'Your gift was refunded' })).toBeVisible();
  await expect(row).toContainText('Refunded');
});
