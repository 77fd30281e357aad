import { randomUUID } from 'node:crypto';
import { accepted, launch, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const asks = { resource_types: ['money', 'time'] as Array<'money' | 'time'>, time_goal_hours: 20 };

test('an owner invites a co-organizer, who accepts, answers a pledge, and is removed while the page is open', async ({
  page,
  another,
}) => {
  const owner = somebody('Inès Keller');
  const token = await signUp(page.request, owner);
  const { id } = await launch(page.request, token, { ...asks, title: 'A roof for the potters' });
  const helper = somebody('Amina Haddad');
  const office = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(office.request, helper);
  const volunteer = await another();
  const offered = await signUp(volunteer.request, somebody('Samuel Perrin'));
  await accepted(
    await volunteer.request.post('/api/commands/pledge-time', {
      headers: { Authorization: `Bearer ${offered}`, 'Idempotency-Key': randomUUID() },
      data: { campaign_id: id, minutes: 120, availability: 'Saturdays', lang: 'en' },
    }),
  );

  await page.goto(`/my/campaigns/${id}?tab=team`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(owner.email);
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('This is your own address')).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(helper.email.toUpperCase());
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: helper.email.toUpperCase() })).toContainText('Invited');
  await settled(page);
  expect.soft(await violations(page), 'the team').toEqual([]);

  // The link of the mail leads to the invitation.
  const outbox = await (await page.request.get(`/dev/outbox?to=${encodeURIComponent(helper.email.toUpperCase())}`)).text();
  expect(outbox).toContain('You are invited to co-organize a campaign');
  await office.goto('/my/campaigns');
  const asked = office.getByRole('region', { name: 'Invitations' });
  await expect(asked).toContainText('Inès Keller invites you to co-organize a campaign');
  await settled(office);
  expect.soft(await violations(office), 'the invitation').toEqual([]);
  await asked.getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'A roof for the potters' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Amina Haddad' })).toContainText('Co-organizer');

  // They answer a pledge, and see nothing that is the owner's.
  const line = office.getByRole('listitem').filter({ hasText: 'Samuel Perrin' });
  await line.getByRole('button', { name: 'Accept' }).click();
  await expect(line).toContainText('Expected');
  await office.goto('/my/campaigns');
  const card = office.getByRole('article', { name: 'A roof for the potters' });
  await expect(card).toContainText('Co-organizer');
  await expect(card.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await office.goto(`/my/campaigns/${id}/edit`);
  await expect(office.getByRole('textbox', { name: 'Goal' })).toHaveCount(0);
  await office.getByRole('textbox', { name: 'Title' }).fill('A roof for all potters');
  await settled(office);
  expect.soft(await violations(office), 'editing the words').toEqual([]);
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'A roof for all potters' })).toBeVisible();
  await expect(line).toContainText('Expected');

  await page.getByRole('button', { name: /^Remove.*Amina Haddad/ }).click();
  expect.soft(await violations(page), 'the question').toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the team' }).click();
  await expect(page.getByRole('button', { name: /^Remove.*Amina Haddad/ })).toHaveCount(0);
  // Without a press: access is gone.
  await expect(line).toHaveCount(0);
  await expect(office.getByRole('tab', { name: 'Pledges' })).toHaveCount(0);
  await office.goto('/my/campaigns');
  await expect(office.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
  await office.goto('/my/notifications');
  await expect(office.getByRole('link', { name: 'You were removed from a team' })).toBeVisible();
});

test('an owner hands a campaign over, and stays as a co-organizer who may leave', async ({ page, another }) => {
  const owner = somebody('Inès Keller');
  const { id } = await launch(page.request, await signUp(page.request, owner), { ...asks, title: 'A kiln for the school' });
  const helper = somebody('Amina Haddad');
  const office = await another();
  await signUp(office.request, helper);
  await page.goto(`/my/campaigns/${id}?tab=team`);
  await expect(page.getByText('Invite a co-organizer first.')).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(helper.email);
  await page.getByRole('button', { name: 'Invite' }).click();
  await office.goto('/my/campaigns');
  await office.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'A kiln for the school' })).toBeVisible();

  await page.getByRole('button', { name: 'Hand over…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send offer' }).click();
  await expect(page.getByText('Offered to Amina Haddad')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'an offer that waits').toEqual([]);
  await office.getByRole('tab', { name: 'Team' }).click();
  await expect(office.getByText('Inès Keller wants to hand this campaign over to you')).toBeVisible();
  await settled(office);
  expect.soft(await violations(office), 'the offer').toEqual([]);
  await office.getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByRole('listitem').filter({ hasText: 'Amina Haddad' })).toContainText('Owner');
  await expect(office.getByRole('heading', { name: 'Hand over the campaign' })).toBeVisible();

  await page.getByRole('button', { name: 'Leave the team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
  await expect(office.getByRole('listitem').filter({ hasText: 'Inès Keller' })).toHaveCount(0);
});
