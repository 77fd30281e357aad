import { signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, openOptions, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a page publishes, its followers read it in their feed, and whoever edits the page changes and deletes it', async ({
  page,
  another,
}) => {
  const name = `Atelier ${somebody('').email.slice(0, 8)}`;
  const word = `sieve ${Date.now()}`;
  await signedIn(page, somebody('Inès Sauvage'));
  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await page.getByRole('tab', { name: 'Publications' }).click();
  await expect(page.getByText('No publications yet')).toBeVisible();

  // A phone, in French and dark: who follows the page sees what it publishes as it comes, and publishes nothing.
  const fan = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(fan.request, somebody('Gil Navarro'), 'fr');
  await fan.goto(page.url());
  await fan.getByRole('button', { name: `Suivre, ${name}` }).click();
  await expect(fan.getByText('Aucune publication pour l’instant')).toBeVisible();
  await expect(fan.getByRole('button', { name: /^Publier/u })).toHaveCount(0);

  await page.getByRole('button', { name: `Publish as ${name}` }).click();
  const composer = page.getByRole('dialog', { name: 'Create a new post' });
  await expect(composer.getByText(`Published as ${name}`)).toBeVisible();
  await composer.getByRole('textbox', { name: 'What’s on your mind?' }).fill(`The ${word} is mended.`);
  await settled(page);
  expect.soft(await violations(page), 'the composer').toEqual([]);
  await composer.getByRole('button', { name: 'Create Post' }).click();
  await expect(composer).toBeHidden();
  const mine = page.getByRole('article').filter({ hasText: word });
  await expect(mine).toContainText(name);
  await expect(mine).not.toContainText('Inès');
  const theirs = fan.getByRole('article').filter({ hasText: word });
  await expect(theirs.getByRole('link', { name })).toBeVisible();
  await openOptions(theirs);
  await expect(theirs.getByRole('menuitem', { name: 'Modifier' })).toHaveCount(0);
  await fan.keyboard.press('Escape');
  await theirs.getByRole('button', { name: 'J’aime', exact: true }).click();
  await expect(theirs.getByRole('button', { name: 'J’aime', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(mine).toContainText('1 person');
  await settled(fan);
  expect.soft(await violations(fan), 'the publications').toEqual([]);
  await fan.setViewportSize({ width: 320, height: 844 });
  expect(await fan.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  // In the feed of who follows it, with the page as its author; not in that of others.
  await fan.goto('/my/activity');
  await expect(theirs.getByRole('link', { name })).toBeVisible();
  await theirs.getByRole('button', { name: 'Commenter' }).click();
  await theirs.getByRole('textbox', { name: 'Écrire un commentaire' }).fill('Bravo');
  await theirs.getByRole('textbox', { name: 'Écrire un commentaire' }).press('Enter');
  await expect(mine).toContainText('1 comment');
  const stranger = await another();
  await signUp(stranger.request, somebody('Noé Martin'));
  await stranger.goto('/my/activity');
  await expect(stranger.getByRole('button', { name: 'What’s on your mind?' })).toBeVisible();
  await settled(stranger);
  await expect(stranger.getByRole('article').filter({ hasText: word })).toHaveCount(0);

  await chooseOption(mine, 'Edit');
  const form = page.getByRole('dialog', { name: 'Edit your post' });
  await form.getByRole('textbox').fill(`The ${word} is as new.`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(theirs).toContainText('is as new');
  await chooseOption(mine, 'Delete');
  await expect(mine).toHaveCount(0);
  await expect(theirs).toHaveCount(0);
});
