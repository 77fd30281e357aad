import { launch, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { give } from '../support/giving.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('whoever has gifts mailed once a day is mailed none at once', async ({ page, another }) => {
  const owner = somebody('Olga Daily');
  const token = await signUp(page.request, owner);
  const { slug } = await launch(page.request, token, { title: 'A roof for the school', goal_amount: 400_00 });
  const giver = await another();
  const donor = somebody('Gil Daily');
  await signedIn(giver, donor);
  const second = await page.context().newPage();
  const gifts = (at: typeof page) =>
    at.getByRole('group', { name: 'Notifications by e-mail' }).getByRole('combobox', { name: 'Gifts to your campaigns' });
  await page.goto('/my/settings#notifications');
  await second.goto('/my/settings#notifications');
  await expect(gifts(second)).toHaveValue('at_once');
  await gifts(page).selectOption('Once a day');
  await expect(gifts(second)).toHaveValue('daily');
  await settled(page);
  expect(await violations(page)).toEqual([]);

  const mails = async (to: string, subject: RegExp) =>
    (await (await page.request.get(`/dev/outbox?to=${encodeURIComponent(to)}`)).text()).match(subject)?.length ?? 0;
  await give(giver, slug, { preset: '€25' });
  await give(giver, slug, { preset: '€25' });
  // With the second receipt everything is written that the first gift has mailed.
  await expect.poll(() => mails(donor.email, /Thank you for your gift to /g)).toBe(2);
  expect(await mails(owner.email, /New gift to /g)).toBe(0);
  await second.goto('/my/notifications');
  await expect(second.getByText('gave €25')).toHaveCount(2);
  await second.goto('/my/settings#notifications');
  await expect(gifts(second)).toHaveValue('daily');
  await gifts(page).selectOption('Never');
  await expect(gifts(second)).toHaveValue('never');
});
