import { launch, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { give } from '../support/giving.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('whoever gave is told what the campaign asks for otherwise, and everybody can see it', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Wanda Roth'));
  const { slug } = await launch(page.request, token, { title: 'A roof for the boathouse', goal_amount: 80_000 });
  const giver = await another();
  await signedIn(giver, somebody('Gil Navarro'));
  await give(giver, slug, { preset: '€25' });
  await giver.goto(`/campaign/${slug}`);
  await expect(giver.getByRole('tab', { name: /^Updates/u })).toBeHidden();

  await page.goto('/my/campaigns');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Goal' })).toBeVisible();
  await settled(page);
  await page.getByRole('textbox', { name: 'Goal' }).fill('1200');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Campaign updated successfully!')).toBeVisible();

  await giver.getByRole('tab', { name: 'Updates 1' }).click();
  await expect(giver.getByText('Goal: €800, now €1,200')).toBeVisible();
  await settled(giver);
  expect(await violations(giver)).toEqual([]);
  await giver.goto('/my/notifications');
  await giver.getByRole('link', { name: 'A campaign you support or follow changed its money goal' }).click();
  await expect(giver.getByText('Goal: €800, now €1,200')).toBeVisible();
  await expect(giver).toHaveURL(/tab=updates$/u);
});
