import { randomUUID } from 'node:crypto';
import { accepted, launch, signedIn, signUp, somebody } from '../support/api.ts';
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
  await expect(fan.getByText('100 % funded')).toBeVisible();
  await expect(fan.getByText('50 % funded'), 'the newest milestone stands for those before (62)').toBeHidden();
  await settled(fan);
  expect(await violations(fan)).toEqual([]);
  await fan.goto('/my/notifications');
  await expect(fan.getByText('A campaign you support or follow reached its goal')).toBeVisible();

  await fan.goto(`/campaign/${slug}`);
  await fan.getByRole('button', { name: 'Following' }).click();
  await expect(fan.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await fan.goto('/my/activity');
  await expect(fan.getByText('funded')).toBeHidden();
  await page.goto(`/campaign/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'A boat for the rowing club' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeHidden();
});

test('whoever follows a campaign is told what changed since they last looked, until they have seen it', async ({
  page,
  another,
}) => {
  const token = await signUp(page.request, somebody('Wanda Visit'));
  const { id, slug } = await launch(page.request, token, { title: 'A stove for the night shelter', goal_amount: 40_00 });
  const fan = await another();
  const theirs = await signUp(fan.request, somebody('Fan Visit'));
  await fan.goto(`/campaign/${slug}`);
  await fan.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(fan.getByRole('button', { name: 'Following' })).toBeVisible();
  const since = fan.getByRole('region', { name: 'Since your last visit' });
  // What ends a visit is half an hour, or that one has seen everything.
  await accepted(
    await fan.request.post('/api/visits', {
      headers: { Authorization: `Bearer ${theirs}` },
      data: { campaign_id: id, seen: true },
    }),
  );

  const giver = await another();
  await signedIn(giver, somebody('Gil Visit'));
  await give(giver, slug, { preset: '€25' });
  const update = { campaign_id: id, title: 'The stove is ordered', text: 'It comes on Friday.', lang: 'en', audience: 'public' };
  await accepted(
    await page.request.post('/api/commands/post-campaign-update', {
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
      data: update,
    }),
  );
  await expect(async () => {
    await fan.goto(`/campaign/${slug}`);
    await expect(since).toContainText('The stove is ordered', { timeout: 2000 });
  }).toPass();
  await expect(since).toContainText('+€25 raised');
  await expect(since).toContainText('+1 supporter');
  await expect(since).toContainText('50 % funded.');
  await settled(fan);
  expect(await violations(fan)).toEqual([]);
  await since.getByRole('link', { name: 'The stove is ordered' }).click();
  await expect(fan.getByText('It comes on Friday.')).toBeVisible();
  await fan.reload();
  await expect(since).toContainText('+€25 raised');
  const seen = fan.waitForResponse('**/api/visits');
  await since.getByRole('button', { name: 'Seen' }).click();
  await expect(since).toBeHidden();
  // It is hidden before the server has said so.
  await seen;
  const [told] = await Promise.all([fan.waitForResponse('**/api/visits'), fan.reload()]);
  expect(((await told.json()) as { raised: number }).raised).toBe(0);
  await expect(fan.getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(since).toBeHidden();
});
