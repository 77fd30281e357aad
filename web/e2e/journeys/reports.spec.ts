import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { answered, type Person, signUp, somebody } from '../support/api.ts';
import { lookInBothThemes } from '../support/axe.ts';
import { chooseOption, openOptions, settled } from '../support/pages.ts';
import { operate } from '../support/server.ts';
import { withFactor } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

// Moderators' lists of its own: nothing else is reported there, and one test runs after the other.
test.use({ baseURL: process.env.CALLUP_TEST_QUIET_URL });
test.describe.configure({ mode: 'default' });

/** Makes a page's browser that of a new moderator. */
async function moderating(page: Page, person: Person): Promise<void> {
  const token = await signUp(page.request, person);
  await withFactor(page.request, token);
  await operate(process.env.CALLUP_TEST_QUIET_DATA ?? '', 'members', 'grant', person.email, 'moderator');
  await expect(async () => {
    const answer = await page.request.get('/api/admin/reports', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.ok()).toBe(true);
  }).toPass();
}

test('a member reports a campaign, a moderator suspends it, and the member is told', async ({ page, another }) => {
  const title = 'An oven for the bakers';
  const owner = await another({});
  const token = await signUp(owner.request, somebody('Inès Keller'));
  const launched = await owner.request.post('/api/commands/launch-campaign', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'launch-an-oven-that-is-reported' },
    data: {
      title,
      description: 'The old one broke.',
      story: 'It broke in May.',
      category: 'community',
      currency: 'EUR',
      goal_amount: 600_000,
      resource_types: ['money'],
      location: 'Lyon',
      time_zone: 'Europe/Paris',
      lang: 'en',
    },
  });
  const { slug } = (await launched.json()) as { slug: string };
  const moderator = await another({ viewport: { width: 390, height: 844 } });
  await moderating(moderator, somebody('Noor Haddad'));
  await moderator.goto('/admin/reports');
  await expect(moderator.getByRole('heading', { name: 'No open reports' })).toBeVisible();
  await lookInBothThemes(moderator, 'no reports');

  // Neither visitors nor whose it is are offered to report it.
  const stranger = await another({});
  for (const one of [stranger, owner]) {
    await one.goto(`/campaign/${slug}`);
    await settled(one);
    await expect(one.getByRole('button', { name: 'Report this campaign' })).toHaveCount(0);
  }
  await signUp(page.request, somebody('Tom Berger'));
  await page.goto(`/campaign/${slug}`);
  await page.getByRole('button', { name: 'Report this campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason');
  await lookInBothThemes(page, 'reporting it');
  await dialog.getByRole('radio', { name: 'Scam or false information' }).check();
  await dialog.getByRole('textbox', { name: 'What should moderators know?' }).fill('There is no such workshop.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('You reported this campaign.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report this campaign' })).toHaveCount(0);

  // It is there by itself.
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('There is no such workshop.')).toBeVisible();
  await expect(moderator.getByText('Tom Berger')).toBeVisible();
  await lookInBothThemes(moderator, 'what was reported');
  await moderator.getByRole('button', { name: 'Suspend it' }).click();
  await moderator.getByRole('textbox', { name: 'Reason' }).fill('Nobody there knows of it.');
  await moderator.getByRole('dialog').getByRole('button', { name: 'Suspend it' }).click();
  await expect(moderator.getByRole('heading', { name: 'No open reports' })).toBeVisible();
  await moderator.getByRole('tab', { name: 'Settled' }).click();
  await moderator.getByRole('heading', { name: title }).click();
  await expect(moderator.getByText('Suspended', { exact: true })).toBeVisible();
  await lookInBothThemes(moderator, 'what was settled');

  expect((await stranger.goto(`/campaign/${slug}`))?.status()).toBe(410);
  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'The campaign you reported was suspended' })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await lookInBothThemes(page, 'the reporter’s notifications');
  await owner.goto('/my/notifications');
  await expect(owner.getByRole('link', { name: 'was suspended' })).toBeVisible();
  await expect(owner.getByText('Tom Berger')).toHaveCount(0);
});

/** Gives a command as somebody. */
async function send<Answer>(page: Page, token: string, name: string, data: object): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  return answered<Answer>(await page.request.post(`/api/commands/${name}`, { headers, data }));
}

test('a member reports a post, a moderator removes it, and both sides are told', async ({ page, another }) => {
  const word = `kettle ${Date.now()}`;
  const author = await another({});
  const token = await signUp(author.request, somebody('Inès Keller'));
  const moderator = await another({ viewport: { width: 390, height: 844 } });
  await moderating(moderator, somebody('Noor Haddad'));
  await moderator.goto('/admin/reports');
  await signUp(page.request, somebody('Tom Berger'));
  await send(author, token, 'write-post', { text: `Rude ${word}`, lang: 'en' });
  await author.goto('/my/activity');
  await expect(author.getByRole('article').filter({ hasText: `Rude ${word}` })).toBeVisible();
  // Nobody reports their own.
  await openOptions(author.getByRole('article').filter({ hasText: `Rude ${word}` }));
  await expect(author.getByRole('menuitem', { name: 'Report' })).toHaveCount(0);

  await page.goto('/my/activity');
  const rude = page.getByRole('article').filter({ hasText: `Rude ${word}` });
  await chooseOption(rude, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this post' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason');
  await lookInBothThemes(page, 'reporting a post');
  await dialog.getByRole('radio', { name: 'Offensive or hateful' }).check();
  await dialog.getByRole('textbox', { name: 'What should moderators know?' }).fill('It insults people.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toBeHidden();
  // Once.
  await chooseOption(rude, 'Report');
  await expect(dialog).toContainText('You reported this.');
  await dialog.getByRole('button', { name: 'Back' }).click();

  await moderator.getByRole('heading', { name: 'A post by Inès Keller' }).click();
  await expect(moderator.getByText(`Rude ${word}`)).toBeVisible();
  await expect(moderator.getByText('It insults people.')).toBeVisible();
  await lookInBothThemes(moderator, 'a post that was reported');
  await moderator.getByRole('button', { name: 'Remove it' }).click();
  await moderator.getByRole('textbox', { name: 'Reason' }).fill('We do not insult one another here.');
  await moderator.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await expect(moderator.getByRole('heading', { name: 'A post by Inès Keller' })).toHaveCount(0);
  // It is gone at once, wherever it was open.
  await expect(rude).toHaveCount(0);
  await expect(author.getByRole('article').filter({ hasText: `Rude ${word}` })).toHaveCount(0);
  await moderator.getByRole('tab', { name: 'Settled' }).click();
  await moderator.getByRole('heading', { name: 'A deleted post' }).first().click();
  await expect(moderator.getByText('Removed: We do not insult one another here.')).toBeVisible();
  await lookInBothThemes(moderator, 'a post that was removed');

  await author.getByRole('button', { name: /Notifications/u }).click();
  await expect(author.getByText('A moderator removed your post')).toBeVisible();
  await expect(author.getByText('Reason: We do not insult one another here.')).toBeVisible();
  await expect(author.getByText('Tom Berger')).toHaveCount(0);
  await lookInBothThemes(author, 'the author’s bell');
  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'The post you reported was removed' })).toBeVisible();
  await lookInBothThemes(page, 'the reporter’s notifications');
});

test('a member reports a comment, a moderator removes it, and both sides are told', async ({ page, another }) => {
  const word = `kettle ${Date.now()}`;
  const author = await another({});
  const token = await signUp(author.request, somebody('Inès Keller'));
  const moderator = await another({ viewport: { width: 390, height: 844 } });
  await moderating(moderator, somebody('Noor Haddad'));
  await moderator.goto('/admin/reports');
  await signUp(page.request, somebody('Tom Berger'));
  const { post_id: id } = await send<{ post_id: string }>(author, token, 'write-post', { text: `Fine ${word}`, lang: 'en' });
  await send(author, token, 'write-comment', { post_id: id, text: 'Rude words', lang: 'en' });
  await author.goto('/my/activity');
  const own = author.getByRole('article').filter({ hasText: `Fine ${word}` });
  await own.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(own.getByRole('listitem').filter({ hasText: 'Rude words' })).toBeVisible();
  // Nobody reports their own.
  await openOptions(own.getByRole('listitem').filter({ hasText: 'Rude words' }));
  await expect(author.getByRole('menuitem', { name: 'Report' })).toHaveCount(0);

  await page.goto('/my/activity');
  const fine = page.getByRole('article').filter({ hasText: `Fine ${word}` });
  await fine.getByRole('button', { name: 'Comment', exact: true }).click();
  await chooseOption(fine.getByRole('listitem').filter({ hasText: 'Rude words' }), 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this comment' });
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toBeHidden();

  await moderator.getByRole('heading', { name: 'A comment by Inès Keller' }).click();
  await moderator.getByRole('button', { name: 'Remove it' }).click();
  await moderator.getByRole('textbox', { name: 'Reason' }).fill('Nor here.');
  await moderator.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await expect(moderator.getByRole('heading', { name: 'No open reports' })).toBeVisible();
  await expect(fine.getByText('Rude words')).toHaveCount(0);

  await author.getByRole('button', { name: /Notifications/u }).click();
  await expect(author.getByText('A moderator removed your comment')).toBeVisible();
  await expect(author.getByText('Tom Berger')).toHaveCount(0);
  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'The comment you reported was removed' })).toBeVisible();
});
