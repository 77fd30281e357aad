import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { answered, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

async function send<Answer>(request: APIRequestContext, token: string, command: string, data: object): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  return answered<Answer>(await request.post(`/api/commands/${command}`, { headers, data }));
}

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
  // Without a connection that is said where it was pressed, what one reads stays, and the dialog comes with the connection.
  await expect(read).toBeVisible();
  await fan.context().setOffline(true);
  await read.getByRole('button', { name: 'Partager' }).click();
  await expect(fan.getByRole('dialog', { name: 'Pas de connexion' })).toBeVisible();
  await expect(read).toBeVisible();
  await fan.context().setOffline(false);
  const dialog = fan.getByRole('dialog', { name: 'Partager cette publication' });
  await expect(dialog.getByRole('blockquote')).toContainText('Inès Sauvage');
  await dialog.getByRole('textbox', { name: 'Votre message' }).fill('Qui en a une ?');
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
  await chooseOption(mine, 'Edit');
  const editor = page.getByRole('dialog', { name: 'Edit your post' });
  await editor.getByRole('textbox').fill(`We found a ${word}.`);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(shared.getByRole('blockquote')).toContainText(`We found a ${word}.`);
  await expect(shared.getByRole('blockquote')).toContainText('modifié');
  await chooseOption(mine, 'Delete');
  const left = fan.getByRole('article').filter({ hasText: 'Qui en a une ?' });
  await expect(left).toContainText('Cette publication n’existe plus');
  await expect(left.getByRole('button', { name: 'Partager' })).toHaveCount(0);
  await expect(fan.getByText(word)).toHaveCount(0);
});

test('whoever edits a page shares a post as the page', async ({ page, request }) => {
  const word = `lantern ${Date.now()}`;
  await send(request, await signUp(request, somebody('Inès Sauvage')), 'write-post', { text: `Who has a ${word}?`, lang: 'en' });
  const token = await signUp(page.request, somebody('Gil Navarro'));
  await page.goto('/my/activity');
  const read = page.getByRole('article').filter({ hasText: word });
  await read.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this post' });
  await expect(dialog.getByRole('blockquote')).toContainText(word);
  await expect(dialog.getByRole('combobox')).toHaveCount(0); // Without a page there is nothing to choose.
  await page.keyboard.press('Escape');

  const name = `Atelier ${randomUUID().slice(0, 8)}`;
  const opened = { kind: 'nonprofit', name, lang: 'en' };
  const { page_id: id } = await send<{ page_id: string }>(page.request, token, 'create-page', opened);
  await page.reload();
  await read.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('combobox', { name: 'Share as' }).selectOption({ label: name });
  await expect(dialog.getByText(`Published as ${name}`)).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'the dialog with a page').toEqual([]);
  await dialog.getByRole('textbox', { name: 'Your text' }).fill('We have two.');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/my/pages/${id}?tab=publications`);
  const shared = page.getByRole('article').filter({ hasText: 'We have two.' });
  await expect(shared.getByRole('link', { name })).toBeVisible();
  await expect(shared.getByRole('blockquote')).toContainText('Inès Sauvage');
  await expect(shared).not.toContainText('Gil');
});
