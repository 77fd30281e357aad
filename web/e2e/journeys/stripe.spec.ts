import type { Page } from '@playwright/test';
import { campaign, campaignPage, launch, signUp, somebody } from '../support/api.ts';
import { goToPayment, panel } from '../support/giving.ts';
import { startWithStripe, type StripeServer } from '../support/stripe.ts';
import { expect, test as base } from '../support/test.ts';

/** These tests have a server of their own, whose payments go to a stand-in of Stripe by Stripe's own client. */
const test = base.extend<object, { stripe: StripeServer }>({
  stripe: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await startWithStripe();
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stripe }, provide) => {
    await provide(stripe.url);
  },
});

// One server does for all.
test.describe.configure({ mode: 'serial' });

/** On Stripe's page: what the payer, or later their bank, does. */
async function atStripe(page: Page, button: string): Promise<void> {
  await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.com\//);
  await page.getByRole('button', { name: button }).click();
}

test('a guest gives through Stripe, steps back, is declined, and gives', async ({ page, another, request, stripe }) => {
  const { slug } = await campaign(request);
  const watcher = await another();
  await watcher.goto(`/campaign/${slug}`);
  await stripe.lead(page.context());
  await page.goto(`/campaign/${slug}`);
  await expect(panel(page)).toContainText('Test mode');
  await goToPayment(page, { preset: '€25', name: 'Noor Haddad' });
  await atStripe(page, 'Step back');
  await expect(page).toHaveURL(new RegExp(stripe.url));
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, { preset: '€50', name: 'Noor Haddad' });
  await atStripe(page, 'Try a card that is declined');
  await atStripe(page, 'Pay by card');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('€50.00');
  await expect(panel(watcher)).toContainText('€50 raised of €6,000');
  await expect(panel(watcher)).toContainText('1 supporter');
});

test('a debit arrives late, is asked back and refunded; another gift is disputed and lost', async ({ page, another, stripe }) => {
  const organizer = await another();
  const token = await signUp(organizer.request, somebody('Amina Haddad'));
  const { slug, id } = await launch(organizer.request, token);
  await stripe.lead(page.context());
  await page.goto(`/campaign/${slug}`);
  await goToPayment(page, { preset: '€50', name: 'Lucas Moreau' });
  await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.com\//);
  const payment = page.url();
  await atStripe(page, 'Pay by bank debit');
  await expect(page.getByRole('heading', { level: 1, name: 'Your payment is on its way' })).toBeVisible();
  await organizer.goto(`/my/campaigns/${id}?tab=gifts`);
  const row = organizer.getByRole('listitem').filter({ hasText: 'Lucas Moreau' });
  await expect(row).toContainText('On its way');
  expect((await campaignPage(organizer.request, slug)).raised_amount).toBe(0);

  const bank = await another();
  await stripe.lead(bank.context());
  await bank.goto(payment);
  await atStripe(bank, 'The money arrives');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
  await expect(row).not.toContainText('On its way');

  // The giver asks for it back, and the organizer gives it back.
  const later = await another();
  await later.goto(page.url());
  await later.getByRole('button', { name: 'Ask for a refund' }).click();
  const asks = later.getByRole('dialog', { name: 'Ask for a refund' });
  await asks.getByLabel('Reason').fill('I gave twice');
  await asks.getByRole('button', { name: 'Send request' }).click();
  await expect(organizer.getByText('I gave twice')).toBeVisible();
  await organizer.getByRole('button', { name: 'Refund the gift of Lucas Moreau' }).click();
  const refund = organizer.getByRole('dialog', { name: 'Refund a gift of €50.00' });
  await refund.getByLabel('Reason').fill('You are right');
  await refund.getByRole('button', { name: 'Refund' }).click();
  // A debit goes back as slowly as it came.
  await expect(later.getByText('A refund of €50.00 is on its way.')).toBeVisible();
  await expect(row).toContainText('Refund of €50.00 on its way');
  await bank.goto(payment);
  await atStripe(bank, 'The refund arrives');
  await expect(later.getByRole('heading', { level: 1, name: 'Your gift was refunded' })).toBeVisible();
  await expect(row).toContainText('Refunded');

  const payer = await another();
  await stripe.lead(payer.context());
  await payer.goto(`/campaign/${slug}`);
  await goToPayment(payer, { preset: '€100', name: 'Inès Keller' });
  await expect(payer).toHaveURL(/^https:\/\/checkout\.stripe\.com\//);
  const disputed = payer.url();
  await atStripe(payer, 'Pay by card');
  await expect(payer.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
  await bank.goto(disputed);
  await atStripe(bank, 'Dispute');
  await expect(payer.getByRole('heading', { level: 1, name: 'Your bank has disputed this payment' })).toBeVisible();
  const second = organizer.getByRole('listitem').filter({ hasText: 'Inès Keller' });
  await expect(second).toContainText('The operator can answer until');
  await bank.goto(disputed);
  await atStripe(bank, 'The payer wins');
  await expect(payer.getByRole('heading', { level: 1, name: 'Your gift was refunded' })).toBeVisible();
  await expect(second).toContainText('Refunded');
  expect((await campaignPage(organizer.request, slug)).raised_amount).toBe(0);
});
