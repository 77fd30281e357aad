import { mailedLink, signedIn, signIn, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a member changes the address, and the old one takes it back', async ({ page, browser }) => {
  const person = somebody('Noor Haddad');
  const { email: elsewhere } = somebody('');
  await signedIn(page, person);
  await page.goto('/my/settings');
  const means = page.getByRole('region', { name: 'Signing in' });
  await means.getByRole('button', { name: 'Change the e-mail address' }).click();
  await means.getByLabel('New e-mail address').fill(elsewhere);
  await settled(page);
  expect.soft(await violations(page), 'asking for another address').toEqual([]);
  await means.getByRole('button', { name: 'Send me the link' }).click();
  await expect(means.getByText(elsewhere)).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'an address that waits').toEqual([]);

  // The mail is read on another device, where nobody is signed in.
  const phone = await browser.newContext();
  const mails = await phone.newPage();
  await mails.goto(await mailedLink(page.request, elsewhere, '/auth/email'));
  await expect(mails.getByRole('heading', { level: 1, name: 'Use this address?' })).toBeVisible();
  await settled(mails);
  expect.soft(await violations(mails), 'the link of a new address').toEqual([]);
  await mails.getByRole('button', { name: 'Use this address' }).click();
  await expect(mails.getByRole('heading', { level: 1, name: 'Your e-mail address was changed' })).toBeFocused();

  await page.reload();
  await expect(means.getByText(elsewhere)).toBeVisible();
  await expect(means.getByText(person.email)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'History' }).getByText('Changed the e-mail address')).toBeVisible();
  await signIn(phone.request, { ...person, email: elsewhere });

  await mails.goto(await mailedLink(page.request, person.email, '/auth/email/stop'));
  await settled(mails);
  expect.soft(await violations(mails), 'the link that keeps the address').toEqual([]);
  await mails.getByRole('button', { name: 'Keep this address' }).click();
  await expect(mails.getByRole('heading', { level: 1, name: 'Your previous e-mail address was restored' })).toBeVisible();
  await expect(mails.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  const tried = await phone.request.post('/api/auth/sign-in', { data: { email: elsewhere, password: person.password } });
  expect(tried.status()).toBe(401);
  await phone.close();
});
