import { signedIn, signIn, somebody } from '../support/api.ts';
import { chooseOption } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('whoever was signed out meanwhile is told so where they press, and finds what they wrote again', async ({ page }) => {
  const me = somebody('Inès Sauvage');
  await signedIn(page, me);
  await page.goto('/my/activity');
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  const composer = page.getByRole('dialog', { name: 'Create a new post' });
  const words = composer.getByRole('textbox', { name: 'What’s on your mind?' });
  await words.fill('The oven is warm.');

  // Their session ends elsewhere.
  const ended = { status: 401, contentType: 'application/problem+json', body: '{"status":401,"code":"session_ended"}' };
  await page.route('**/api/commands/**', (route) => route.fulfill(ended));
  await page.context().clearCookies();
  await composer.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByText('You must be logged in to create a post')).toBeVisible();
  await expect(page.getByText('What you wrote is kept in this tab.')).toBeVisible();
  // The sign-in page says so, too (58).
  await expect(page.getByText('You were signed out')).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await signIn(page.request, me);
  await page.goto('/my/activity');
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  await expect(words).toHaveValue('The oven is warm.');
  await composer.getByRole('button', { name: 'Create Post' }).click();
  const post = page.getByRole('article').filter({ hasText: 'The oven is warm.' });
  await expect(post).toBeVisible();

  // The same of what they change.
  await chooseOption(post, 'Edit');
  const editor = page.getByRole('dialog', { name: 'Edit your post' });
  await editor.getByRole('textbox').fill('The oven is hot.');
  await page.route('**/api/commands/**', (route) => route.fulfill(ended));
  await page.context().clearCookies();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You must be logged in to edit a post')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await signIn(page.request, me);
  await page.goto('/my/activity');
  await chooseOption(post, 'Edit');
  await expect(editor.getByRole('textbox')).toHaveValue('The oven is hot.');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await chooseOption(post, 'Edit');
  await expect(editor.getByRole('textbox')).toHaveValue('The oven is warm.');
  await editor.getByRole('button', { name: 'Cancel' }).click();

  await page.route('**/api/commands/**', (route) => route.fulfill(ended));
  await page.context().clearCookies();
  await post.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(page.getByText('You must be logged in to react')).toBeVisible();
});
