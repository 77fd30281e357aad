import { launch, signedIn, signUp, somebody } from '../support/api.ts';
import { expect, test } from '../support/test.ts';
import { translated } from '../support/translate.ts';

test('on a phone whose browser translates, money is given and time is offered (Found28, Found29)', async ({ another }) => {
  const office = await another();
  const campaign = await launch(office.request, await signUp(office.request, somebody('Inès Keller')), {
    resource_types: ['money', 'time'],
    time_goal_hours: 20,
  });
  const phone = await another({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await translated(phone);
  await phone.goto('/auth');
  await phone.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('alert').first()).toBeVisible();
  await signedIn(phone, somebody('Samuel Perrin'));
  await phone.goto(`/campaign/${campaign.slug}`);
  await phone.getByRole('button', { name: 'Contribute' }).click();
  // Initials stand in the middle of their circle.
  const circle = await phone.locator('.campaign-head .avatar').boundingBox();
  const letters = await phone.locator('.campaign-head .avatar font font').boundingBox();
  const middle = (box: typeof circle) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  expect(Math.abs(middle(letters) - middle(circle))).toBeLessThanOrEqual(2);
  const sheet = phone.getByRole('dialog');
  for (const sum of ['€100', '€25', '€250']) {
    await sheet.getByRole('radio', { name: sum, exact: true }).check();
    await expect(sheet.getByRole('button', { name: `Give ${sum}`, exact: true })).toBeVisible();
  }
  await sheet.getByRole('radio', { name: 'Time' }).check();
  await sheet.getByRole('textbox', { name: 'Hours' }).fill('1h30');
  await sheet.getByRole('button', { name: 'Pledge 1.5 h' }).click();
  await expect(sheet.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await expect(sheet.getByText('1.5 h', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: /Pledge/ })).toHaveCount(0);
  // Pressed again for the same, it asks.
  await sheet.getByRole('button', { name: 'Offer more time' }).click();
  await sheet.getByRole('textbox', { name: 'Hours' }).fill('1.5');
  await sheet.getByRole('textbox', { name: 'Hours' }).fill('1h30');
  await sheet.getByRole('button', { name: 'Pledge 1.5 h' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Send the same offer again?');
  await sheet.getByRole('button', { name: 'Don’t send' }).click();
  await expect(sheet.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
});
