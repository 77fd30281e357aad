import { signIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a campaign is begun on a laptop, gone on with on a phone, and launched there', async ({ page, another }) => {
  const organizer = somebody('Amina Diallo');
  await signUp(page.request, organizer);
  await page.goto('/create-campaign');
  await page.getByRole('textbox', { name: 'Title' }).fill('Benches for the yard');
  await page.getByRole('textbox', { name: 'Short description' }).fill('Where neighbours sit.');
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Your Story' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]draft=[0-9a-f-]{36}/);
  await page.getByRole('textbox', { name: 'Story' }).fill('There is nowhere to sit.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Goal & Details' })).toBeVisible();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'the wizard with a draft').toEqual([]);

  // Back comes to where there was no draft yet, and stays in it.
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/[?&]draft=/);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Benches for the yard');
  const draft = page.url();

  const phone = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signIn(phone.request, organizer);
  await phone.goto('/my/campaigns');
  const row = phone.getByRole('listitem').filter({ hasText: 'Benches for the yard' });
  await expect(row).toContainText('Draft');
  await settled(phone);
  expect.soft(await violations(phone), 'the list of drafts').toEqual([]);
  // A new campaign would be another one: the open draft is offered, and gone on with where it stops (found, point 55).
  await phone.goto('/create-campaign');
  await expect(phone.getByText('You have an unfinished campaign')).toBeVisible();
  await expect(phone.getByText('Benches for the yard')).toBeVisible();
  await settled(phone);
  expect.soft(await violations(phone), 'the offer to go on with a draft').toEqual([]);
  await phone.goto('/my/campaigns');
  await row.getByRole('link', { name: /^Continue/ }).click();
  await expect(phone.getByRole('heading', { name: 'Goal & Details' })).toBeVisible();
  await expect(phone).toHaveURL(/step=3/);
  await phone.getByRole('button', { name: 'Previous' }).click();
  await phone.getByRole('button', { name: 'Previous' }).click();
  await expect(phone.getByRole('textbox', { name: 'Short description' })).toHaveValue('Where neighbours sit.');

  // Both write on it: whoever saves later is told, and nothing is lost unseen.
  await page.getByRole('textbox', { name: 'Title' }).fill('Benches for the park');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await phone.getByRole('textbox', { name: 'Title' }).fill('Benches for the square');
  await phone.getByRole('button', { name: 'Next' }).click();
  const conflict = phone.getByRole('dialog', { name: 'This draft was changed on another device' });
  await expect(conflict).toContainText('Benches for the park');
  await settled(phone);
  expect.soft(await violations(phone), 'the conflict').toEqual([]);
  await conflict.getByRole('button', { name: 'Keep this version' }).click();
  await expect(phone.getByText('Draft saved')).toBeVisible();
  // The laptop, in its turn, takes what the phone wrote.
  await page.getByRole('textbox', { name: 'Story' }).fill('Nobody can sit down.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Use the other version' }).click();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('textbox', { name: 'Story' })).toHaveValue('There is nowhere to sit.');

  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByRole('heading', { name: 'Goal & Details' })).toBeVisible();
  await phone.getByRole('checkbox', { name: /^Money/ }).uncheck();
  await phone.getByRole('checkbox', { name: /^Things/ }).check();
  for (const [at, [item, quantity, unit]] of [
    ['Planks', '24', 'm'],
    ['Screws', '400', ''],
    ['Varnish', '6', 'tins'],
  ].entries()) {
    if (at > 0) await phone.getByRole('button', { name: 'Add a need' }).click();
    const need = phone.getByRole('group', { name: `Need ${at + 1}` });
    await need.getByRole('textbox', { name: 'Item' }).fill(item ?? '');
    await need.getByRole('textbox', { name: 'How many' }).fill(quantity ?? '');
    await need.getByRole('textbox', { name: 'Unit' }).fill(unit ?? '');
  }
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByRole('heading', { name: 'Media & Launch' })).toBeVisible();
  await phone.getByRole('button', { name: 'Launch Campaign' }).click();
  await expect(phone).toHaveURL(/\/campaign\/benches-for-the-square/);
  await expect(phone.getByRole('heading', { level: 1, name: 'Benches for the square' })).toBeVisible();

  // The laptop is told, too, and finds a campaign where its draft was.
  await page.getByRole('textbox', { name: 'Story' }).fill('We want to sit down.');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('This campaign was launched on another device')).toBeVisible();
  await page.goto(draft);
  await expect(page.getByRole('heading', { name: 'Draft not found' })).toBeVisible();
});

test('a draft is discarded, and leaving keeps one', async ({ page }) => {
  await signUp(page.request, somebody('Ines Keller'));
  await page.goto('/create-campaign');
  await page.getByRole('textbox', { name: 'Title' }).fill('A kiln');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  expect.soft(await violations(page), 'leaving').toEqual([]);
  await leaving.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL(/\/my$/);
  await page.goto('/my/campaigns');
  const row = page.getByRole('listitem').filter({ hasText: 'A kiln' });
  await row.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByText('Draft discarded')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Drafts' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
});
