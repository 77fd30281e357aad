import { launch, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('whoever deletes their account first hands over or ends what still runs', async ({ page, another }) => {
  const owner = somebody('Hugo Lambert');
  const token = await signUp(page.request, owner);
  await launch(page.request, token, { title: 'A boat for the school' });
  const { slug } = await launch(page.request, token, { title: 'Trees for the square' });
  const visitor = await another();
  await visitor.goto(`/campaign/${slug}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Trees for the square' })).toBeVisible();

  await page.goto('/my/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(asked.getByRole('region', { name: '2 of your campaigns are still running' })).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'the question').toEqual([]);

  // One is to be handed over: the way leads to its team.
  await asked.getByRole('link', { name: /^Hand over ?: A boat for the school$/ }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeVisible();
  await page.goBack();

  // The other is ended, which visitors see at once.
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await asked.getByRole('button', { name: /^End it ?: Trees for the square$/ }).click();
  await asked.getByRole('button', { name: 'Keep it running' }).click();
  await asked.getByRole('button', { name: /^End it ?: Trees for the square$/ }).click();
  await asked.getByRole('button', { name: /^End it for good ?: Trees for the square$/ }).click();
  await expect(asked.getByRole('region', { name: 'One of your campaigns is still running' })).toBeVisible();
  await expect(visitor.getByText('The organizer ended it on').first()).toBeVisible();

  // A wrong password changes nothing; the right one signs out, and says until when it can be undone.
  await asked.getByLabel('Current password').fill('not the password');
  await asked.getByRole('button', { name: 'Delete my account' }).click();
  await expect(asked.getByRole('alert').first()).toBeVisible();
  await asked.getByLabel('Current password').fill(owner.password);
  await asked.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account will be deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
});
