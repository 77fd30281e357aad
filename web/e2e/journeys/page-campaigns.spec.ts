import { randomUUID } from 'node:crypto';
import { accepted, answered, launch, signedIn, signIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a campaign goes out in the name of a page', async ({ page, another }) => {
  const name = `Fablab ${somebody('').email.slice(0, 8)}`;
  const title = `A kiln for the fablab ${randomUUID().slice(0, 8)}`;
  await signedIn(page, somebody('Inès Sauvage'));

  // Without a page there is nothing to choose.
  await page.goto('/create-campaign');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await settled(page);
  await expect(page.getByRole('group', { name: 'Publish as' })).toHaveCount(0);

  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'a page without campaigns').toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Create a campaign' }).click();

  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Short description' }).fill('Clay for all.');
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('radio', { name }).check();
  await settled(page);
  expect.soft(await violations(page), 'the choice of a name').toEqual([]);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Story' }).fill('The old one cracked.');
  // What is kept goes on in the same name.
  await expect(page).toHaveURL(/draft=/u);
  await expect(async () => {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('textbox', { name: 'Money goal' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByRole('textbox', { name: 'Money goal' }).fill('2500');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText(name);
  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name }).first()).toHaveAttribute('href', address);

  // A visitor reads the page's name in the document, the list and the search, and the person's nowhere.
  const visitor = await another({ viewport: { width: 390, height: 844 } });
  const path = new URL(page.url()).pathname;
  const html = await (await visitor.request.get(path)).text();
  expect(html).toContain(name);
  expect(html).not.toContain('Inès Sauvage');
  await visitor.goto(path);
  await settled(visitor);
  await expect(visitor.getByRole('main')).toContainText(name);
  await expect(visitor.getByRole('main').getByRole('link', { name })).toHaveCount(0);
  expect.soft(await violations(visitor), 'the campaign of a page').toEqual([]);
});

test('a campaign goes in the name of a page until the page closes', async ({ page, another }) => {
  const name = `Fablab ${somebody('').email.slice(0, 8)}`;
  const token = await signUp(page.request, somebody('Inès Sauvage'));
  const { page_id: id } = await answered<{ page_id: string }>(
    await page.request.post('/api/commands/create-page', {
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
      data: { kind: 'nonprofit', name, lang: 'en' },
    }),
  );
  const { slug, title } = await launch(page.request, token, { title: `A kiln ${randomUUID().slice(0, 8)}`, page_id: id });
  const visitor = await another({ viewport: { width: 390, height: 844 } });
  await visitor.goto(`/campaign/${slug}`);
  await expect(visitor.getByRole('main')).toContainText(name);

  await page.goto(`/my/pages/${id}`);
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('€6,000');
  await settled(page);
  expect.soft(await violations(page), 'the campaigns of a page').toEqual([]);

  // Closing says before what follows, and whoever looks sees it at once.
  await page.getByRole('button', { name: 'Close page' }).click();
  const closing = page.getByRole('dialog');
  await expect(closing).toContainText('1 campaign of this page continues');
  await settled(page);
  expect.soft(await violations(page), 'closing a page with campaigns').toEqual([]);
  await closing.getByRole('button', { name: 'Close page' }).click();
  await expect(page.getByText('The page is closed')).toBeVisible();
  await expect(visitor.getByRole('main')).toContainText('Inès Sauvage');
  await expect(visitor.getByRole('main')).not.toContainText(name);
});

test('the owner of a page takes its name off a campaign of an editor, who is told', async ({ page, another }) => {
  const name = `Fablab ${somebody('').email.slice(0, 8)}`;
  const owner = somebody('Inès Sauvage');
  const helper = somebody('Gil Navarro');
  const office = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  const theirs = await signUp(office.request, helper, 'fr');
  await signedIn(page, owner);
  const token = await signIn(page.request, owner);
  const send = (by: string, command: string, data: object) =>
    page.request.post(`/api/commands/${command}`, {
      headers: { Authorization: `Bearer ${by}`, 'Idempotency-Key': randomUUID() },
      data,
    });
  const { page_id: id } = await answered<{ page_id: string }>(
    await send(token, 'create-page', { kind: 'nonprofit', name, lang: 'fr' }),
  );
  await accepted(await send(token, 'invite-page-editor', { page_id: id, email: helper.email, lang: 'fr' }));
  await office.goto('/my/pages');
  await office.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Accepter' }).click();
  await expect(office.getByRole('heading', { level: 1, name })).toBeVisible();
  const { title } = await launch(page.request, theirs, { title: `Un four ${randomUUID().slice(0, 8)}`, page_id: id });
  await office.getByRole('tab', { name: 'Campagnes' }).click();
  await expect(office.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect(office.getByRole('button', { name: /Retirer le nom/u })).toHaveCount(0);

  await page.goto(`/my/pages/${id}?tab=campaigns`);
  await page.getByRole('button', { name: `Remove “${title}” from page` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from page' }).click();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expect(office.getByText('Aucune campagne au nom de cette page')).toBeVisible();
  await office.goto('/my/notifications');
  await expect(office.getByRole('main')).toContainText(`Votre campagne n’est plus au nom de la page ${name}`);
  await settled(office);
  expect.soft(await violations(office), 'the news').toEqual([]);
});

test('a campaign whose page closes while it is written goes out in no name but the one that is chosen', async ({ page }) => {
  const name = `Fablab ${somebody('').email.slice(0, 8)}`;
  const title = `Un four ${randomUUID().slice(0, 8)}`;
  const owner = somebody('Inès Sauvage');
  await signedIn(page, owner);
  const headers = { Authorization: `Bearer ${await signIn(page.request, owner)}`, 'Idempotency-Key': randomUUID() };
  const { page_id: id } = await answered<{ page_id: string }>(
    await page.request.post('/api/commands/create-page', { headers, data: { kind: 'nonprofit', name, lang: 'fr' } }),
  );
  await page.goto('/create-campaign');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Short description' }).fill('Clay for all.');
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Story' }).fill('The old one cracked.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Money goal' }).fill('2500');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText(name);
  await accepted(
    await page.request.post('/api/commands/close-page', {
      headers: { ...headers, 'Idempotency-Key': randomUUID() },
      data: { page_id: id },
    }),
  );
  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  await expect(page.getByRole('radio', { name: `${name} (no longer available)` })).toBeChecked();
  await expect(page.getByText(`You can no longer publish this campaign as ${name}`)).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'a page that is gone').toEqual([]);
  await page.getByRole('radio', { name: 'Yourself' }).check();
  await expect(page.getByText('It is now published in your own name')).toBeVisible();
  for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Inès Sauvage');
  await page.getByRole('button', { name: 'Launch Campaign' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
