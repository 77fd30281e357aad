import { launch, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('an organizer posts updates, for everybody or for supporters, pins, changes and removes them', async ({ page, another }) => {
  const organizer = somebody('Inès Keller');
  const token = await signUp(page.request, organizer);
  const { id, slug, title } = await launch(page.request, token, { title: 'A kiln for the potters' });
  const stranger = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await stranger.goto(`/campaign/${slug}`);
  await expect(stranger.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(stranger.getByRole('tab', { name: 'Actualités' })).toHaveCount(0);

  await page.goto(`/my/campaigns/${id}`);
  await page.getByRole('tab', { name: 'Updates' }).click();
  await expect(page.getByRole('heading', { name: 'No updates yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Please write something')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Title' }).fill('We have the keys');
  await page.getByRole('textbox', { name: 'What’s new?' }).fill('At last.\n\nCome <b>and</b> see.');
  await page.getByRole('button', { name: 'Publish' }).click();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('We have the keys')).toContainText('Everyone');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');

  // The page that stands open shows it by itself.
  await stranger.getByRole('tab', { name: 'Actualités' }).click();
  const keys = stranger.getByRole('article', { name: 'We have the keys' });
  await expect(keys).toContainText('Come <b>and</b> see.');
  await expect(keys).toContainText('Inès Keller');

  await page.getByRole('textbox', { name: 'Title' }).fill('Who sleeps where');
  await page.getByRole('textbox', { name: 'What’s new?' }).fill('In the yard.');
  await page.getByText('Supporters', { exact: true }).click();
  await page.getByRole('switch', { name: 'Pin this update' }).check();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(row('Who sleeps where')).toContainText('Pinned');
  await expect(stranger.getByText('1 autre actualité est réservée aux soutiens de cette campagne.')).toBeVisible();
  await expect(stranger.getByText('Who sleeps where')).toHaveCount(0);
  await settled(stranger);
  expect.soft(await violations(stranger), 'the updates as strangers see them').toEqual([]);
  await settled(page);
  expect.soft(await violations(page), 'the updates as their author sees them').toEqual([]);

  await row('Who sleeps where').getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit the update' });
  expect.soft(await violations(page), 'editing').toEqual([]);
  await editing.getByText('Everyone', { exact: true }).click();
  await editing.getByRole('textbox', { name: 'Title' }).fill('Everybody sleeps in the yard');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(stranger.getByRole('article', { name: 'Everybody sleeps in the yard' })).toContainText('Épinglée');
  await expect(stranger.getByRole('article').first()).toContainText('Everybody sleeps');
  await row('We have the keys').getByRole('button', { name: 'Pin' }).click();
  await expect(stranger.getByRole('article').first()).toContainText('We have the keys');
  await expect(stranger.getByText('Épinglée')).toHaveCount(1);

  await row('We have the keys').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(row('We have the keys')).toHaveCount(0);
  await expect(keys).toHaveCount(0);
  await expect(stranger.getByRole('article')).toHaveCount(1);
});
