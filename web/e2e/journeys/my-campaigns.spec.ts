import { guestGift, launch, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a campaign is found among its organizer’s, paused and resumed', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Inès Keller'));
  const { slug, title } = await launch(page.request, token, { title: 'A kiln for the potters' });
  await launch(page.request, token, { title: 'A loom for the weavers' });
  const stranger = await another({ locale: 'fr-FR' });
  await stranger.goto(`/campaign/${slug}`);
  await expect(stranger.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.goto('/my');
  await page.getByRole('link', { name: 'My campaigns' }).first().click();
  const kiln = page.getByRole('article', { name: 'A kiln for the potters' });
  await expect(page.getByRole('article')).toHaveCount(2);
  await settled(page);
  expect.soft(await violations(page), 'the list').toEqual([]);
  await page.getByRole('searchbox', { name: 'Search your campaigns' }).fill('LOOM');
  await expect(kiln).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search your campaigns' }).fill('');

  await kiln.getByRole('button', { name: 'Pause' }).click();
  expect.soft(await violations(page), 'the question whether to pause').toEqual([]);
  await page.getByRole('button', { name: 'Pause it' }).click();
  await expect(kiln).toContainText('Paused');
  await expect(stranger.getByText('Cette campagne est en pause')).toBeVisible();
  await page.getByText('Paused', { exact: true }).first().click();
  await kiln.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('heading', { name: 'No campaigns found' })).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await expect(stranger.getByText('Cette campagne est en pause')).toBeHidden();
});

test('a campaign is cancelled with a reason, which is all that strangers see of it then', async ({ page, another, request }) => {
  const token = await signUp(page.request, somebody('Inès Keller'));
  const { id, slug, title } = await launch(page.request, token, { title: 'A kiln for the potters' });
  await guestGift(request, id, 'approve');
  const giver = await another();
  await signedIn(giver, somebody('Samuel Perrin'));
  await giver.goto(`/campaign/${slug}`);
  const stranger = await another({ locale: 'fr-FR' });
  await stranger.goto(`/campaign/${slug}`);
  await expect(stranger.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.goto('/my/campaigns');
  const kiln = page.getByRole('article', { name: 'A kiln for the potters' });
  await kiln.getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByRole('button', { name: 'Cancel it for good' }).click();
  await expect(page.getByText('Please give a reason')).toBeVisible();
  expect.soft(await violations(page), 'the question why').toEqual([]);
  await page.getByRole('textbox', { name: 'Why are you cancelling it?' }).fill('The kiln was stolen');
  await page.getByRole('button', { name: 'Cancel it for good' }).click();
  await expect(kiln).toContainText('Cancelled');
  await expect(kiln.getByRole('button', { name: 'Resume' })).toHaveCount(0);

  // Pages that stand open follow by themselves; one that is opened says so at once.
  await expect(stranger.getByRole('heading', { level: 1, name: 'Cette campagne a été annulée' })).toBeVisible();
  await expect(stranger.getByText('The kiln was stolen')).toBeVisible();
  await expect(giver.getByRole('heading', { level: 1, name: 'This campaign was cancelled' })).toBeVisible();
  await settled(stranger);
  expect.soft(await violations(stranger), 'what strangers see').toEqual([]);
  const answer = await stranger.goto(`/campaign/${slug}`);
  expect(answer?.status()).toBe(410);
  await expect(stranger.getByText('The kiln was stolen')).toBeVisible();

  await kiln.getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A kiln for the potters' })).toBeVisible();
  await expect(page.getByText('You cancelled it')).toBeVisible();
});
