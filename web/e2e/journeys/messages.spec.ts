import { launch, sharedCampaign, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

interface Me {
  id: string;
}

test('an organizer and a volunteer write to one another, live', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Olga Writes'));
  const { id, slug } = await launch(page.request, token, {
    title: 'Benches for the yard',
    resource_types: ['time'],
    time_goal_hours: 20,
  });
  const other = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const volunteer = await signUp(other.request, somebody('Fatou Barry'), 'fr');
  const offered = await other.request.post('/api/commands/pledge-time', {
    headers: { Authorization: `Bearer ${volunteer}`, 'Idempotency-Key': `the offer to ${slug}` },
    data: { campaign_id: id, minutes: 180, lang: 'fr' },
  });
  expect(offered.ok()).toBe(true);

  await page.goto(`/my/campaigns/${id}`);
  await page.getByRole('link', { name: 'Write to Fatou Barry' }).click();
  await expect(page.getByRole('heading', { name: 'Write to Fatou Barry' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Write to Fatou Barry' });
  await field.fill('So glad you’re coming!');
  await page.reload();
  await expect(page.getByRole('textbox', { name: /Write to Fatou Barry|New message/ })).toHaveValue('So glad you’re coming!');
  await settled(page);
  expect.soft(await violations(page), 'a new message').toEqual([]);
  await page.getByRole('textbox', { name: /Write to Fatou Barry|New message/ }).press('Enter');
  await expect(page).toHaveURL(/\/my\/messages\/[0-9a-f-]{36}$/);
  const log = page.getByRole('log');
  await expect(log.getByText('So glad you’re coming!')).toBeVisible();
  await expect(log.getByText('Sent')).toBeVisible();

  await other.goto('/my/messages');
  const row = other.getByRole('link', { name: /Benches for the yard/ });
  await expect(row).toContainText('1 message non lu');
  await settled(other);
  expect.soft(await violations(other), 'the list').toEqual([]);
  await row.click();
  await expect(other.getByRole('log').getByText('So glad you’re coming!')).toBeVisible();
  await expect(log.getByText('Read')).toBeVisible();
  const answer = other.getByRole('textbox', { name: 'Écrire à Benches for the yard' });
  await answer.fill('J’apporte deux rouleaux');
  await other.getByRole('button', { name: 'Envoyer' }).click();
  await expect(log.getByText('J’apporte deux rouleaux')).toBeVisible();
  await expect(answer).toHaveValue('');
  await settled(other);
  expect.soft(await violations(other), 'a conversation').toEqual([]);
  await other.goto('/my');
  await page.getByRole('textbox').fill('Perfect');
  await page.getByRole('textbox').press('Enter');
  await other.getByRole('button', { name: 'Menu' }).click();
  await expect(other.getByRole('link', { name: /Messages 1 conversation non lue/ })).toBeVisible();
});

test('a stranger’s first message is a request, declined without a trace or ended with a block', async ({ page, another }) => {
  const ada = somebody('Ada Request');
  const token = await signUp(page.request, ada);
  const me = (await (await page.request.get('/api/me', { headers: { Authorization: `Bearer ${token}` } })).json()) as Me;
  const strangers = [];
  for (const name of ['Paula Repan', 'Quentin Repan']) {
    const other = await another();
    await signedIn(other, somebody(name));
    await other.goto(`/my/messages?to=member:${me.id}`);
    await other.getByRole('textbox', { name: 'New message' }).fill(`I am ${name}`);
    await other.getByRole('button', { name: 'Send' }).click();
    await expect(other.getByRole('log').getByText(`I am ${name}`)).toBeVisible();
    strangers.push(other);
  }
  await page.goto('/my/messages');
  await page.getByText('Requests 2').click();
  await page.getByRole('link', { name: /Paula Repan/ }).click();
  await expect(page.getByRole('log').getByText('I am Paula Repan')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'a request').toEqual([]);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Request declined')).toBeVisible();
  await page.getByText('Requests 1').click();
  await page.getByRole('link', { name: /Quentin Repan/ }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('You blocked Quentin Repan')).toBeVisible();
  // To both it looks as before.
  for (const other of strangers) {
    await expect(other.getByRole('log').getByText('Sent')).toBeVisible();
    await other.getByRole('textbox').fill('Hello?');
    await other.getByRole('textbox').press('Enter');
    await expect(other.getByRole('log').getByText('Hello?')).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await page.goto('/my/settings#messages');
  const choice = page.getByRole('group', { name: 'Who may write to you' });
  await choice.getByRole('radio', { name: 'Nobody' }).check();
  await expect(page.getByText('Saved')).toBeVisible();
});

test('a member writes to the team of a campaign from its page', async ({ page, another }) => {
  const { slug } = await sharedCampaign(page.request);
  const other = await another();
  await signedIn(other, somebody('Mia Asks'));
  await other.goto(`/campaign/${slug}`);
  await other.getByRole('link', { name: /^Write to / }).click();
  await other.getByRole('textbox', { name: /^Write to / }).fill('May I bring a friend?');
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(other.getByRole('log').getByText('May I bring a friend?')).toBeVisible();
});
