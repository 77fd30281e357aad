import { randomUUID } from 'node:crypto';
import { signIn, signUp, signedIn, somebody, writeToSupport } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { appoint, codeOf, withFactor } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

test('an administrator makes a member moderator, who answers a message to support', async ({ page, another, request }) => {
  const subject = `A gift went astray ${randomUUID().slice(0, 8)}`;
  const helper = somebody('Samuel Perrin');
  const office = await another();
  const chief = somebody('Inès Keller');
  const token = await signUp(page.request, helper);
  await withFactor(page.request, token);
  await page.goto('/admin/messages');
  await expect(page.getByRole('heading', { name: 'You need a role for this page' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Support messages' })).toHaveCount(0);

  // Staff need a second factor.
  await signedIn(office, chief);
  await appoint(chief);
  await expect(async () => {
    const headers = { Authorization: `Bearer ${await signIn(office.request, chief)}` };
    expect(await (await office.request.get('/api/admin/members', { headers })).text()).toContain('second_factor_required');
  }, 'sessions know of the role').toPass();
  await office.goto('/my');
  await office.getByRole('link', { name: 'Members and roles' }).click();
  await expect(office.getByRole('heading', { name: 'Turn on two-step sign-in first' })).toBeVisible();
  expect.soft(await violations(office), 'without a second factor').toEqual([]);
  await office.getByRole('link', { name: 'Go to the settings' }).click();
  const section = office.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('button', { name: 'Continue' }).click();
  const secret = await section.locator('code').textContent();
  expect.soft(await violations(office), 'the secret').toEqual([]);
  await section.getByLabel('Code', { exact: true }).fill(codeOf((secret ?? '').replaceAll(' ', '')));
  await section.getByRole('button', { name: 'Turn on' }).click();
  const recovery = (await section.getByRole('listitem').first().textContent()) ?? '';
  expect.soft(await violations(office), 'the recovery codes').toEqual([]);
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await office.getByRole('link', { name: 'Members and roles' }).click();
  await office.getByRole('searchbox', { name: 'Search by name or e-mail address' }).fill(helper.email);
  await office.getByRole('button', { name: 'Roles of Samuel Perrin' }).click();
  await office.getByRole('button', { name: 'Give the role Moderator' }).click();
  await office.getByRole('textbox', { name: 'Reason' }).fill('Helps us in December');
  expect.soft(await violations(office), 'the question').toEqual([]);
  await office.getByRole('button', { name: 'Give the role Moderator' }).click();
  await expect(office.getByRole('listitem').filter({ hasText: helper.email }).getByText('Moderator')).toBeVisible();
  expect.soft(await violations(office), 'members and roles').toEqual([]);

  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Open' })).toBeVisible();
    await settled(page);
    await expect(page.getByRole('heading', { name: 'You need a role for this page' })).toHaveCount(0);
  }).toPass();
  // It arrives while one looks.
  await writeToSupport(request, subject);
  const message = page.getByRole('listitem').filter({ hasText: subject });
  await message.getByRole('heading', { name: subject }).click();
  await expect(message.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute('href', /^mailto:.*Where%20is%20my/);
  expect.soft(await violations(page), 'a message').toEqual([]);
  await message.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(message).toHaveCount(0);
  await page.getByRole('tab', { name: 'Answered' }).click();
  await expect(message).toBeVisible();

  // From now on the password is not enough.
  await office.getByRole('button', { name: 'Log out' }).click();
  await expect(office.getByRole('heading', { level: 1 })).not.toHaveText('Members and roles');
  await office.goto('/auth?next=/admin/members');
  await office.getByRole('textbox', { name: 'E-mail' }).fill(chief.email);
  await office.getByLabel('Password', { exact: true }).fill(chief.password);
  await office.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(office.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect.soft(await violations(office), 'the second step').toEqual([]);
  await office.getByLabel('Code', { exact: true }).fill('000000');
  await office.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(office.getByText('This code is wrong or was already used')).toBeVisible();
  await office.getByLabel('Code', { exact: true }).fill(recovery);
  await office.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(office.getByRole('searchbox', { name: 'Search by name or e-mail address' })).toBeVisible();
});
