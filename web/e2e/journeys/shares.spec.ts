import { signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a post is shared with its author named, follows what it shares, and outlives it', async ({ page, another }) => {
  const word = `kettle ${Date.now()}`;
  await signedIn(page, somebody('Inès Sauvage'));
  await page.goto('/my/activity');
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  const composer = page.getByRole('dialog', { name: 'Create a new post' });
  await composer.getByRole('textbox', { name: 'What’s on your mind?' }).fill(`We need a ${word}.`);
  await composer.getByRole('button', { name: 'Create Post' }).click();
  await expect(composer).toBeHidden();

  // A phone, in French and dark: somebody shares it, once with words and once without, and is one person.
  const fan = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(fan.request, somebody('Gil Navarro'), 'fr');
  await fan.goto('/my/activity');
  const read = fan.getByRole('article').filter({ hasText: word });
  await read.getByRole('button', { name: 'Partager' }).click();
  const dialog = fan.getByRole('dialog', { name: 'Partager cette publication' });
  await expect(dialog.getByRole('blockquote')).toContainText('Inès Sauvage');
  await dialog.getByRole('textbox', { name: 'Vos propres mots' }).fill('Qui en a une ?');
  await settled(fan);
  expect.soft(await violations(fan), 'the dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click();
  await expect(dialog).toBeHidden();
  const shared = read.filter({ hasText: 'Qui en a une ?' });
  await expect(shared.getByRole('blockquote')).toContainText(`We need a ${word}.`);
  const mine = page.getByRole('article').filter({ hasText: word }).filter({ hasNotText: 'Qui en a une ?' });
  await expect(mine).toContainText('Shared by 1 person');
  await expect(page.getByRole('button', { name: /\d new posts?$/u })).toBeVisible();
  await settled(fan);
  expect.soft(await violations(fan), 'the share').toEqual([]);
  await fan.setViewportSize({ width: 320, height: 844 });
  expect(await fan.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  // Its author is told, and what becomes of it shows in the share by itself.
  await page.getByRole('button', { name: /^Notifications/u }).click();
  await expect(page.getByText('Gil Navarro shared your post')).toBeVisible();
  await page.keyboard.press('Escape');
  await mine.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit your post' });
  await editor.getByRole('textbox').fill(`We found a ${word}.`);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(shared.getByRole('blockquote')).toContainText(`We found a ${word}.`);
  await expect(shared.getByRole('blockquote')).toContainText('modifié');
  await mine.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this post?' }).getByRole('button', { name: 'Delete' }).click();
  const left = fan.getByRole('article').filter({ hasText: 'Qui en a une ?' });
  await expect(left).toContainText('Cette publication n’est plus là');
  await expect(left.getByRole('button', { name: 'Partager' })).toHaveCount(0);
  await expect(fan.getByText(word)).toHaveCount(0);
});
