import { signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('an owner invites an editor, who accepts, edits the page, and is removed while it is open', async ({ page, another }) => {
  const name = `Fablab ${somebody('').email.slice(0, 8)}`;
  const owner = somebody('Inès Sauvage');
  await signedIn(page, owner);
  const helper = somebody('Gil Navarro');
  const office = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  await signUp(office.request, helper, 'fr');
  await office.goto('/my/notifications');
  await expect(office.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();

  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await page.getByRole('tab', { name: 'Editors' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(owner.email);
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('This is your own address')).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(helper.email.toUpperCase());
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: helper.email.toUpperCase() })).toContainText('Invited');
  await settled(page);
  expect.soft(await violations(page), 'the editors').toEqual([]);

  // The link of the mail leads to the invitation.
  await expect(async () => {
    const outbox = await page.request.get(`/dev/outbox?to=${encodeURIComponent(helper.email.toUpperCase())}`);
    expect(await outbox.text()).toContain('Invitation à gérer une page');
  }).toPass();
  // So does what the bell tells, without a press.
  const news = office.getByRole('main').getByRole('listitem');
  await expect(news.filter({ hasText: name })).toContainText('Inès Sauvage vous invite à gérer une page');
  await settled(office);
  expect.soft(await violations(office), 'the news of the invitation').toEqual([]);
  await news.getByRole('link', { name: 'Inès Sauvage vous invite à gérer une page' }).click();
  const asked = office.getByRole('region', { name: 'Invitations' });
  await expect(asked).toContainText('Inès Sauvage vous invite à gérer une page');
  await settled(office);
  expect.soft(await violations(office), 'the invitation').toEqual([]);
  await asked.getByRole('button', { name: 'Accepter' }).click();
  await expect(office.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Gil Navarro' })).toContainText('Editor');
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await page.getByRole('link', { name: 'Gil Navarro is now an editor of your page' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  // They edit the words, and close nothing.
  await expect(office.getByRole('button', { name: 'Fermer la page' })).toHaveCount(0);
  await office.getByRole('button', { name: 'Modifier', exact: true }).click();
  const form = office.getByRole('dialog', { name: 'Modifier la page' });
  await form.getByRole('textbox', { name: 'Description' }).fill('On répare tout.');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(office.getByText('On répare tout.')).toBeVisible();
  await office.getByRole('tab', { name: 'Éditeurs' }).click();
  await expect(office.getByRole('button', { name: 'Ne plus gérer cette page' })).toBeVisible();
  await settled(office);
  expect.soft(await violations(office), 'the editors, on a phone').toEqual([]);
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByText('On répare tout.')).toBeVisible();
  await expect(page.getByText('Run by Inès Sauvage and 1 editor')).toBeVisible();

  await page.getByRole('tab', { name: 'Editors' }).click();
  await page.getByRole('button', { name: /^Remove.*Gil Navarro/u }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Gil Navarro' })).toHaveCount(0);
  // Without a press: access is gone.
  await expect(office.getByRole('tab', { name: 'Éditeurs' })).toHaveCount(0);
  await expect(office.getByRole('button', { name: 'Modifier', exact: true })).toHaveCount(0);
  await office.goto('/my/notifications');
  await expect(news.filter({ hasText: name })).toHaveCount(1);
  await expect(news.filter({ hasText: name })).toContainText('Vous ne gérez plus une page');
});

test('whoever is asked to edit a page may decline, and hears no more of it once it is taken back', async ({ page, another }) => {
  const name = `Chorale ${somebody('').email.slice(0, 8)}`;
  const helper = somebody('Gil Navarro');
  const office = await another();
  await signUp(office.request, helper);
  await signedIn(page, somebody('Inès Sauvage'));
  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await page.getByRole('tab', { name: 'Editors' }).click();
  const invite = async () => {
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(helper.email);
    await page.getByRole('button', { name: 'Invite' }).click();
  };
  await office.goto('/my/pages');
  await invite();
  await expect(office.getByRole('region', { name: 'Invitations' })).toContainText(name);
  await expect(office.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: helper.email }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(office.getByRole('region', { name: 'Invitations' })).toHaveCount(0);
  await expect(office.getByRole('button', { name: 'Notifications, none new' })).toBeVisible();
  await invite();
  await office.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Decline' }).click();
  await expect(office.getByRole('region', { name: 'Invitations' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: helper.email })).toHaveCount(0);
});
