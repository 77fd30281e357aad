import { signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('two who edit a page at once write nothing of one another over unseen', async ({ page, another }) => {
  const name = `Moulin ${somebody('').email.slice(0, 8)}`;
  await signedIn(page, somebody('Inès Sauvage'));
  const helper = somebody('Gil Navarro');
  const office = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  await signUp(office.request, helper, 'fr');
  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await page.getByRole('tab', { name: 'Editors' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(helper.email);
  await page.getByRole('button', { name: 'Invite' }).click();
  await office.goto('/my/pages');
  await office.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Accepter' }).click();
  await expect(office.getByRole('heading', { level: 1, name })).toBeVisible();

  // Both have the form open; what one saves the other reads in theirs, and loses nothing of what they wrote.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const mine = page.getByRole('dialog', { name: 'Edit page' });
  await mine.getByRole('textbox', { name: 'Description' }).fill('We grind flour.');
  await office.getByRole('button', { name: 'Modifier', exact: true }).click();
  const theirs = office.getByRole('dialog', { name: 'Modifier la page' });
  await theirs.getByRole('textbox', { name: 'Description' }).fill('On moud le blé.');
  await theirs.getByRole('textbox', { name: 'Lieu' }).fill('Lyon');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine).toBeHidden();
  await expect(theirs).toContainText('We grind flour.');
  await theirs.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(theirs.getByRole('alert')).toContainText('Rien n’a été enregistré');
  await expect(theirs.getByRole('textbox', { name: 'Description' })).toHaveValue('On moud le blé.');
  await settled(office);
  expect.soft(await violations(office), 'what was changed meanwhile').toEqual([]);
  await theirs.getByRole('button', { name: 'Garder mon texte' }).click();
  await theirs.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(theirs).toBeHidden();
  await expect(page.getByText('Lyon')).toBeVisible();

  // The same of what the page publishes.
  await page.getByRole('tab', { name: 'Publications' }).click();
  await page.getByRole('button', { name: `Publish as ${name}` }).click();
  const composer = page.getByRole('dialog', { name: 'Create a new post' });
  await composer.getByRole('textbox', { name: 'What’s on your mind?' }).fill('Open on Monday');
  await composer.getByRole('button', { name: 'Create Post' }).click();
  await office.getByRole('tab', { name: 'Publications' }).click();
  await chooseOption(page.getByRole('article'), 'Edit');
  const post = page.getByRole('dialog', { name: 'Edit your post' });
  await post.getByRole('textbox', { name: 'What’s on your mind?' }).fill('Open on Monday and Friday');
  await chooseOption(office.getByRole('article'), 'Modifier');
  const other = office.getByRole('dialog', { name: 'Modifier votre publication' });
  await other.getByRole('textbox').fill('Ouvert lundi');
  await other.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(other).toBeHidden();
  await expect(post.getByRole('textbox', { name: 'Newer version' })).toHaveValue('Ouvert lundi');
  await settled(page);
  expect.soft(await violations(page), 'what was changed of a post meanwhile').toEqual([]);
  await post.getByRole('button', { name: 'Use newer version' }).click();
  await expect(post.getByRole('textbox', { name: 'What’s on your mind?' })).toHaveValue('Ouvert lundi');
});
