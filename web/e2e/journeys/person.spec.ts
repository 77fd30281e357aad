import { randomUUID } from 'node:crypto';
import { accepted, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a name leads to a page that shows what its owner chose, until they hide their name', async ({ page, another }) => {
  const vera = somebody('Vera Falke');
  const token = await signUp(page.request, vera);

  await page.goto('/my/profile');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'About you' }).fill('I mend lamps.');
  await page.getByRole('textbox', { name: 'Skills' }).fill('Soldering');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Soldering')).toBeVisible();
  await page.getByRole('switch', { name: /^Listed in the community/u }).check();
  await accepted(
    await page.request.post('/api/commands/write-post', {
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
      data: { text: 'Who has a lamp to mend?', lang: 'en' },
    }),
  );

  const reader = await another();
  await signedIn(reader, somebody('Rita Leser'));
  await reader.goto('/my/activity');
  await reader.getByRole('link', { name: vera.name }).first().click();
  await expect(reader.getByRole('heading', { level: 1, name: vera.name })).toBeVisible();
  await expect(reader.getByText('I mend lamps.')).toBeVisible();
  await expect(reader.getByText('Soldering')).toBeVisible();
  await settled(reader);
  expect(await violations(reader)).toEqual([]);
  const address = reader.url();

  // What is hidden goes from the open page at once.
  await page.goto('/my/profile');
  await page.getByRole('switch', { name: /^About you/u }).uncheck();
  await expect(reader.getByText('No bio available')).toBeVisible();
  await expect(reader.getByText('I mend lamps.')).toBeHidden();

  await reader.goto('/my/explore?tab=people');
  await reader.getByRole('searchbox', { name: 'Search' }).fill('falke');
  await reader.getByRole('link', { name: vera.name }).click();
  await expect(reader).toHaveURL(address);

  // Who hides their name is nobody (U-07), in the community too; what they signed keeps it.
  await page.getByRole('switch', { name: /^Name and picture/u }).uncheck();
  await expect(reader.getByRole('heading', { level: 1, name: 'User not found' })).toBeVisible();
  await page.getByRole('link', { name: 'See your page as others do' }).click();
  await expect(page.getByText(/^Only you can open this page/u)).toBeVisible();
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await reader.goto('/my/explore?tab=people&q=falke');
  await expect(reader.getByText('No members found')).toBeVisible();
  await reader.goto('/my/activity');
  await expect(reader.getByRole('link', { name: vera.name }).first()).toBeVisible();
  await reader.goto('/my/user');
  await expect(reader).toHaveURL('/my/explore');
});
