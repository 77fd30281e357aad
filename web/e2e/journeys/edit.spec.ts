import { launch, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a campaign is changed by whoever runs it, and by nobody else', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Inès Keller'));
  const { id, slug } = await launch(page.request, token, {
    title: 'A kiln for the potters',
    resource_types: ['money', 'materials'],
    needs: [
      { item: 'Brick', quantity: 200 },
      { item: 'Shelf', quantity: 3, unit: 'm' },
    ],
  });
  const visitor = await another();
  await visitor.goto(`/campaign/${slug}`);

  await page.goto('/my/campaigns');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit the campaign' })).toBeVisible();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('A kiln for the potters');
  await settled(page);
  expect.soft(await violations(page), 'the form').toEqual([]);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 320, height });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect.soft(await violations(page), 'the form on a phone').toEqual([]);
  await page.setViewportSize({ width, height });

  // What is wrong is said at its field, and nothing typed is lost on the way out.
  await title.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Campaign title is required')).toBeVisible();
  await expect(title).toBeFocused();
  expect.soft(await violations(page), 'a title that is missing').toEqual([]);
  await page.getByRole('link', { name: 'My campaigns' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await title.fill('A larger kiln for the potters');
  await page.getByRole('button', { name: 'Remove need 2' }).click();
  await page.getByRole('button', { name: 'Add a need' }).click();
  await page.getByRole('textbox', { name: 'Item' }).last().fill('Door');
  await page.getByRole('checkbox', { name: /^Time/ }).check();
  await page.getByRole('textbox', { name: 'Time goal, in hours' }).fill('40');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Campaign updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(`/my/campaigns/${id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'A larger kiln for the potters' })).toBeVisible();
  await expect(visitor.getByText('Door').first()).toBeVisible();
  await expect(visitor.getByText('Brick').first()).toBeVisible();
  await expect(visitor.getByText('Shelf')).toHaveCount(0);

  // Two tabs: the one that read the campaign before is told.
  const second = await page.context().newPage();
  await second.goto(`/my/campaigns/${id}/edit`);
  await expect(second.getByRole('textbox', { name: 'Title' })).toHaveValue('A larger kiln for the potters');
  await page.goto(`/my/campaigns/${id}/edit`);
  await title.fill('A kiln at last');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Campaign updated successfully!')).toBeVisible();
  await second.getByRole('textbox', { name: 'Title' }).fill('No kiln');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('It was changed elsewhere.')).toBeVisible();
  await expect(second.getByRole('textbox', { name: 'Title' })).toHaveValue('No kiln');

  await signedIn(visitor, somebody('Samuel Perrin'));
  await visitor.goto(`/my/campaigns/${id}/edit`);
  await expect(visitor.getByText('Campaign not found or access not allowed')).toBeVisible();
  await expect(visitor).toHaveURL('/my/campaigns');
});
