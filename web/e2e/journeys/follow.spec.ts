import { launch, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { give } from '../support/giving.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('whoever follows a campaign reads how far it has come, until they follow it no more', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Wanda Roth'));
  const { slug } = await launch(page.request, token, { title: 'A boat for the rowing club', goal_amount: 40_00 });
  const fan = await another();
  await signedIn(fan, somebody('Fan Loiseau'));
  await fan.goto(`/campaign/${slug}`);
  await fan.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(fan.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await settled(fan);
  expect(await violations(fan)).toEqual([]);

  const giver = await another();
  await signedIn(giver, somebody('Gil Navarro'));
  await give(giver, slug, { preset: '€25' });
  await give(giver, slug, { preset: '€25' });
  await fan.goto('/my/activity');
  await expect(fan.getByText('50 % of the money it asks for is there')).toBeVisible();
  await expect(fan.getByText('100 % of the money it asks for is there')).toBeVisible();
  await settled(fan);
  expect(await violations(fan)).toEqual([]);
  await fan.goto('/my/notifications');
  await expect(fan.getByText('A campaign that you support or follow reached its goal')).toBeVisible();

  await fan.goto(`/campaign/${slug}`);
  await fan.getByRole('button', { name: 'Following' }).click();
  await expect(fan.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await fan.goto('/my/activity');
  await expect(fan.getByText('of the money it asks for is there')).toBeHidden();
  await page.goto(`/campaign/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'A boat for the rowing club' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeHidden();
});
