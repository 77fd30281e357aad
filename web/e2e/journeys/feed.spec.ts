import type { Route } from '@playwright/test';
import { accepted, answered, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a member posts, another sees it and reacts, and both see the same', async ({ page, another }) => {
  await signUp(page.request, somebody('Inès Keller'));
  const word = `kettle ${Date.now()}`;
  const other = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(other.request, somebody('Noé Martin'));

  await page.goto('/my/activity');
  await other.goto('/my/activity');
  await expect(other.getByRole('heading', { level: 1, name: 'Activity feed' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'What’s on your mind?' })).toBeVisible();

  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a new post' });
  await expect(dialog.getByText('Sharing with everyone')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create Post' })).toBeDisabled();
  const words = dialog.getByRole('textbox', { name: 'What’s on your mind?' });
  // Nothing that can be seen is nothing, and what was typed stays.
  await words.fill('\u2060');
  await dialog.getByRole('button', { name: 'Create Post' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await words.fill(`The ${word} <b>boils</b>: https://example.org/tea?a=1.`);
  await settled(page);
  expect.soft(await violations(page), 'the composer').toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  await expect(words).toHaveValue(new RegExp(word));
  // Where the page is loaded again before the answer, what is sent again is the same post.
  const mine = page.getByRole('article').filter({ hasText: word });
  const arrived = new Promise<void>((resolve) => {
    const loses = async (route: Route) => {
      await route.fetch();
      resolve();
    };
    void page.route('**/api/commands/write-post', loses, { times: 1 });
  });
  await dialog.getByRole('button', { name: 'Create Post' }).click();
  await arrived;
  await page.reload();
  await expect(mine).toHaveCount(1);
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  await expect(words).toHaveValue(new RegExp(word));
  await dialog.getByRole('button', { name: 'Create Post' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Post created successfully!')).toBeVisible();
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('<b>boils</b>');
  await expect(mine.getByRole('link', { name: 'https://example.org/tea?a=1' })).toHaveAttribute('rel', 'nofollow ugc noopener');

  // It is announced to others, and shown once they ask for it.
  const theirs = other.getByRole('article').filter({ hasText: word });
  await expect(other.getByRole('button', { name: /new posts?/ })).toBeVisible();
  await expect(theirs).toHaveCount(0);
  await other.getByRole('button', { name: /new posts?/ }).click();
  await expect(theirs).toBeVisible();
  await expect(other.getByRole('button', { name: /new posts?/ })).toHaveCount(0);

  await theirs.getByRole('button', { name: 'Like' }).click();
  await expect(theirs.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
  await expect(mine).toContainText('1 person');
  await theirs.getByRole('button', { name: 'Love' }).click();
  await expect(theirs.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'false');
  await expect(mine.getByTitle('Love: 1')).toBeVisible();
  await mine.getByRole('button', { name: 'Laugh' }).click();
  await expect(theirs).toContainText('You and 1 other');
  await theirs.getByRole('button', { name: 'Love' }).click();
  await expect(theirs).toContainText('1 person');
  await expect(mine.getByTitle('Love: 1')).toHaveCount(0);

  await chooseOption(mine, 'Edit');
  await page.getByRole('dialog', { name: 'Edit your post' }).getByRole('textbox').fill(`The ${word} is cold`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(theirs).toContainText('is cold');
  // Who reacted is said by name (58).
  await mine.getByRole('button', { name: 'You', exact: true }).click();
  const reactions = page.getByRole('dialog', { name: 'Reactions' });
  await expect(reactions.getByRole('listitem')).toContainText(['Inès KellerLaugh']);
  await theirs.getByRole('button', { name: 'Love' }).click();
  await expect(reactions.getByRole('listitem')).toContainText(['Noé MartinLove', 'Inès KellerLaugh']);
  await settled(page);
  expect.soft(await violations(page), 'who reacted').toEqual([]);
  await page.keyboard.press('Escape');

  // A deletion can be undone for a while; others see nothing of it until then (58).
  await chooseOption(mine, 'Delete');
  await expect(mine).toHaveCount(0);
  // The focus stays in the feed.
  await expect(page.locator('.feed-items')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mine).toBeVisible();
  await chooseOption(mine, 'Delete');
  await expect(page.getByText('Post deleted')).toBeVisible();
  await expect(theirs).toBeVisible();
  // Another screen changes nothing about it, and whoever leaves has it sent at once.
  await page.getByRole('link', { name: 'My contributions' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('about:blank');
  await expect(theirs).toHaveCount(0, { timeout: 5000 });
});

test('two members comment and reply, are notified, and see the same', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Inès Keller'));
  const word = `kettle ${Date.now()}`;
  const posted = await page.request.post('/api/commands/write-post', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': `post-${word}` },
    data: { text: `The ${word} boils`, lang: 'en' },
  });
  const { post_id: id } = await answered<{ post_id: string }>(posted);
  const reacted = await page.request.post('/api/commands/toggle-reaction', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': `laugh-${word}` },
    data: { post_id: id, kind: 'laugh' },
  });
  await accepted(reacted);
  const other = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(other.request, somebody('Noé Martin'));
  await page.goto('/my/activity');
  await other.goto('/my/activity');
  const mine = page.getByRole('article').filter({ hasText: word });
  const theirs = other.getByRole('article').filter({ hasText: word });

  await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
  const say = theirs.getByRole('textbox', { name: 'Write a comment' });
  await expect(say).toBeFocused();
  await say.fill('Une ligne');
  await say.press('Shift+Enter');
  await say.pressSequentially('une autre');
  await say.press('Enter');
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Une ligne' })).toBeVisible();
  await expect(say).toHaveValue('');
  await expect(mine).toContainText('1 comment');
  // How many there are leads to them; “Comment” to where one is written (58).
  await mine.getByRole('button', { name: '1 comment' }).click();
  await expect(mine.getByRole('textbox', { name: 'Write a comment' })).not.toBeFocused();
  const said = mine.getByRole('listitem').filter({ hasText: 'Une ligne' });
  await said.getByRole('button', { name: 'Like' }).click();
  await said.getByRole('button', { name: 'Reply' }).click();
  await said.getByRole('textbox', { name: 'Reply to Noé Martin' }).fill('Two sugars');
  await said.getByRole('textbox', { name: 'Reply to Noé Martin' }).press('Enter');
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Two sugars' }).first()).toBeVisible();
  await expect(theirs).toContainText('2 comments');
  await expect(theirs.getByRole('button', { name: 'Like · 1' })).toBeVisible();
  await settled(other);
  expect.soft(await violations(other), 'the feed with comments').toEqual([]);
  expect.soft(await other.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than the screen').toBe(390);

  // Each is told once of what the other did, by the bell.
  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'Noé Martin commented on your post' })).toBeVisible();
  await other.goto('/my/notifications');
  await expect(other.getByRole('link', { name: 'Inès Keller likes your comment' })).toBeVisible();
  await other.getByRole('link', { name: 'Inès Keller replied to your comment' }).click();
  await expect(theirs).toBeVisible();
  await page.goto('/my/activity');
  await other.goto('/my/activity');
  await mine.getByRole('button', { name: 'Comment', exact: true }).click();
  await theirs.getByRole('button', { name: 'Comment', exact: true }).click();

  // A comment that is taken back stays as long as it has replies.
  await chooseOption(theirs.getByRole('listitem').filter({ hasText: 'Une ligne' }), 'Delete');
  await expect(mine).toContainText('This comment was deleted');
  await expect(theirs.getByRole('region', { name: 'Comments' })).toBeFocused();
  await expect(mine).toContainText('Two sugars');
  await page.reload();
  await other.reload();
  await expect(mine).toContainText('1 comment');
  await expect(theirs).toContainText('1 comment');
  await expect(theirs).toContainText('1 person');
  await settled(page);
  expect.soft(await violations(page), 'the feed').toEqual([]);
});
