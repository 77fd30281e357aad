import { signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { sharedStaff } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

test('a member opens a page, others find and follow it, a moderator verifies it, and it closes', async ({ page, another }) => {
  const name = `Ressourcerie ${somebody('').email.slice(0, 8)}`;
  await signedIn(page, somebody('Inès Sauvage'));
  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Website' }).fill('nowhere');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(dialog.getByText('This is not a valid web address')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Website' })).toBeFocused();
  await settled(page);
  expect.soft(await violations(page), 'the dialog').toEqual([]);
  await dialog.getByRole('textbox', { name: 'Website' }).fill('ressourcerie.example');
  await dialog.getByRole('textbox', { name: 'Location' }).fill('Toulouse');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('We mend what others <b>throw</b> away.');
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByText('Page created successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('We mend what others <b>throw</b> away.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Follow/u })).toHaveCount(0);

  // A phone, in French and dark, finds it and follows it; the owner's screen counts by itself.
  const fan = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(fan.request, somebody('Gil Navarro'), 'fr');
  await fan.goto('/my/pages');
  await fan.getByRole('searchbox', { name: 'Nom, lieu, domaine' }).fill(name.toLowerCase());
  const card = fan.getByRole('listitem').filter({ hasText: name });
  await expect(card).toHaveCount(1);
  await settled(fan);
  expect.soft(await violations(fan), 'the directory').toEqual([]);
  await card.getByRole('button', { name: `Suivre, ${name}` }).click();
  await expect(card.getByRole('button', { name: `Suivi, ${name}` })).toBeVisible();
  await expect(page.getByText('1 follower')).toBeVisible();
  // The whole card leads to the page (found, point 53: P-05), where it shows nothing to press.
  await card.click({ position: { x: 150, y: 6 } });
  await fan.getByRole('tab', { name: 'Abonnés 1' }).click();
  await expect(fan.getByRole('listitem').filter({ hasText: 'Gil Navarro' })).toBeVisible();
  await fan.setViewportSize({ width: 320, height: 844 });
  expect(await fan.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await settled(fan);
  expect.soft(await violations(fan), 'a page').toEqual([]);

  // What is verified is a name: another one is not.
  const moderator = await another();
  await sharedStaff(moderator, 'en');
  await moderator.goto(page.url());
  await moderator.getByRole('button', { name: 'Verify page' }).click();
  await expect(page.getByText('Verified')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit page' });
  await form.getByRole('textbox', { name: 'Name' }).fill(`${name} du Midi`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} du Midi` })).toBeVisible();
  await expect(page.getByText('Verified')).toHaveCount(0);

  await fan.getByRole('button', { name: /^Suivi/u }).click();
  await expect(page.getByText('0 followers')).toBeVisible();
  await page.getByRole('button', { name: 'Close page' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close page' }).click();
  await expect(page.getByText('The page is closed')).toBeVisible();
  await expect(page).toHaveURL(/\/my\/pages$/u);
  // Whoever looks at it is told so, without a press.
  await expect(fan.getByRole('heading', { level: 1, name: `La page ${name} du Midi est fermée` })).toBeVisible();
  await expect(fan.getByRole('button', { name: /^Sui/u })).toHaveCount(0);
  await fan.reload();
  await expect(fan.getByText('Page non trouvée')).toBeVisible();
  await expect(fan).toHaveURL(/\/my\/pages$/u);
});
