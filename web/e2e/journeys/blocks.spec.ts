import type { Page } from '@playwright/test';
import { signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, openOptions, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** Writes a post, and gives its id. */
async function write(page: Page, token: string, text: string): Promise<string> {
  const answer = await page.request.post('/api/commands/write-post', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': `write ${text}` },
    data: { text, lang: 'en' },
  });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { post_id: string }).post_id;
}

test('a member blocks another, takes it back, and the other finds nothing there', async ({ page, another }) => {
  const word = `heron ${Date.now()}`;
  const ada = await signUp(page.request, somebody('Ada Winter'));
  // A phone, in French and dark: whoever is blocked.
  const other = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const bea = await signUp(other.request, somebody('Bea Sommer'), 'fr');
  const id = await write(page, ada, `Ada saw a ${word}`);
  await write(other, bea, `Bea saw a ${word}`);

  await page.goto('/my/activity');
  const theirs = page.getByRole('article').filter({ hasText: `Bea saw a ${word}` });
  await chooseOption(theirs, 'Block Bea Sommer');
  const dialog = page.getByRole('dialog', { name: 'Block Bea Sommer?' });
  await expect(dialog).toContainText('Callup doesn’t notify people you block.');
  await settled(page);
  expect.soft(await violations(page), 'the dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('You blocked Bea Sommer')).toBeVisible();
  await expect(theirs).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('You no longer block Bea Sommer')).toBeVisible();
  await expect(theirs).toBeVisible();

  await other.goto('/my/activity');
  const hers = other.getByRole('article').filter({ hasText: `Ada saw a ${word}` });
  await openOptions(hers);
  await expect(hers.getByRole('menuitem', { name: 'Bloquer Ada Winter' })).toBeVisible();
  await other.keyboard.press('Escape');
  await chooseOption(theirs, 'Block Bea Sommer');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('You blocked Bea Sommer')).toBeVisible();
  await expect(theirs).toHaveCount(0);

  // What is there on the other's screen is refused as what was deleted, and is gone at the next look.
  await hers.getByRole('button', { name: 'J’aime' }).click();
  await expect(other.getByText('Impossible d’ajouter la réaction')).toBeVisible();
  await other.reload();
  const own = other.getByRole('article').filter({ hasText: `Bea saw a ${word}` });
  await expect(own).toBeVisible();
  await expect(hers).toHaveCount(0);
  await write(page, ada, `Ada saw another ${word}`);
  const third = await another({});
  await write(third, await signUp(third.request, somebody('Cleo Herbst')), `Cleo saw a ${word}`);
  await other.getByRole('button', { name: /nouvelles? publications?/u }).click();
  await expect(other.getByText(`Cleo saw a ${word}`)).toBeVisible();
  await expect(other.getByText(`Ada saw another ${word}`)).toHaveCount(0);
  await other.goto(`/my/activity?post=${id}`);
  await expect(other.getByRole('heading', { name: 'Cette publication n’existe plus' })).toBeVisible();

  await page.goto('/my/settings#privacy');
  const list = page.getByRole('region', { name: 'Blocked people' });
  await expect(list.getByText('Bea Sommer')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'the settings').toEqual([]);
  await list.getByRole('button', { name: 'Unblock Bea Sommer' }).click();
  await expect(list.getByText('You haven’t blocked anyone.')).toBeVisible();
  await other.reload();
  await expect(other.getByText(`Ada saw a ${word}`)).toBeVisible();
});
