import { signedIn, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// Browsers offer passkeys on localhost, and to no address of numbers.
test.use({ baseURL: process.env.CALLUP_TEST_QUIET_URL });

test('a member adds a passkey, signs in with it, and removes it', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = somebody('Noor Haddad');
  await signedIn(page, person);
  await page.goto('/my/settings');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  await settled(page);
  expect.soft(await violations(page), 'adding a passkey').toEqual([]);
  await passkeys.getByRole('button', { name: 'Create passkey' }).click();
  await expect(passkeys.getByText('My laptop')).toBeVisible();
  await expect(passkeys.getByText('Never used')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/auth?next=/my/settings');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/my\/settings$/);
  await expect(passkeys.getByText('Last used')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'a passkey').toEqual([]);

  await passkeys.getByRole('button', { name: 'Rename My laptop' }).click();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await passkeys.getByRole('button', { name: 'Save' }).click();
  await expect(passkeys.getByText('Old laptop')).toBeVisible();

  await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click();
  await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted')).toBeVisible();
});
