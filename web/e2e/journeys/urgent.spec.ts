import { signUp, somebody } from '../support/api.ts';
import { violations, violationsOfColours } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { operate } from '../support/server.ts';
import { withFactor } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

// A list of its own, in which nothing else is urgent.
test.use({ baseURL: process.env.CALLUP_TEST_QUIET_URL });

test('a campaign is urgent until a moderator says that it is not, and takes another address', async ({ page, another }) => {
  const token = await signUp(page.request, somebody('Inès Keller'));
  const launched = await page.request.post('/api/commands/launch-campaign', {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'launch-a-kiln-that-is-urgent' },
    data: {
      title: 'A kiln for the potters',
      description: 'The old one broke.',
      story: 'It broke in May.',
      category: 'community',
      currency: 'EUR',
      goal_amount: 600_000,
      resource_types: ['money'],
      location: 'Lyon',
      time_zone: 'Europe/Paris',
      lang: 'en',
    },
  });
  const { campaign_id: id, slug } = (await launched.json()) as { campaign_id: string; slug: string };

  await page.goto(`/my/campaigns/${id}`);
  await page.getByRole('button', { name: 'Mark as urgent' }).click();
  const dialog = page.getByRole('dialog');
  await settled(page);
  expect.soft(await violations(page), 'asking why').toEqual([]);
  await dialog.getByRole('textbox', { name: 'Why is it urgent?' }).fill('The shop keeps it until Friday.');
  await dialog.getByRole('button', { name: 'Mark it for 7 days' }).click();
  await expect(page.getByText('Marked urgent until')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as urgent' })).toHaveCount(0);

  // Strangers see it in lists and on the page, without scripts, too.
  const stranger = await another({ locale: 'fr-FR', viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
  await stranger.goto('/explore');
  await expect(stranger.getByRole('article').getByText('Urgent', { exact: true })).toBeVisible();
  await settled(stranger);
  expect.soft(await violations(stranger), 'its card').toEqual([]);
  const document = await stranger.request.get(`/campaign/${slug}`, { headers: { Accept: 'text/html' } });
  expect(await document.text()).toContain('The shop keeps it until Friday.');
  await stranger.goto(`/campaign/${slug}`);
  await expect(stranger.getByText('Urgent', { exact: true })).toBeVisible();
  await expect(stranger.getByText('The shop keeps it until Friday.')).toBeVisible();
  await settled(stranger);
  expect.soft(await violations(stranger), 'its page').toEqual([]);
  await stranger.emulateMedia({ colorScheme: 'light' });
  await settled(stranger);
  expect.soft(await violationsOfColours(stranger), 'its page in the light theme').toEqual([]);

  // Renamed, the page that stands open takes the new address, and the old one leads there.
  await page.goto(`/my/campaigns/${id}/edit`);
  await page.getByRole('textbox', { name: 'Title' }).fill('A wheel for the potters');
  await expect(page.getByText(`The address stays /campaign/${slug}.`)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Change the address to match' }).check();
  await expect(page.getByText('New address: /campaign/a-wheel-for-the-potters')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'renaming it').toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`/my/campaigns/${id}`);
  await expect(page.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/campaign/a-wheel-for-the-potters');
  await expect(stranger).toHaveURL('/campaign/a-wheel-for-the-potters');
  const moved = await page.request.get(`/campaign/${slug}`, { maxRedirects: 0, headers: { Accept: 'text/html' } });
  expect(moved.status()).toBe(301);
  expect(moved.headers()['location']).toContain('/campaign/a-wheel-for-the-potters');

  const moderator = await another({});
  const person = somebody('Noor Haddad');
  const theirs = await signUp(moderator.request, person);
  await withFactor(moderator.request, theirs);
  await operate(process.env.CALLUP_TEST_QUIET_DATA ?? '', 'members', 'grant', person.email, 'moderator');
  await expect(async () => {
    const answer = await moderator.request.get('/api/admin/review', { headers: { Authorization: `Bearer ${theirs}` } });
    expect(answer.ok()).toBe(true);
  }).toPass();
  await moderator.goto('/campaign/a-wheel-for-the-potters');
  await moderator.getByRole('button', { name: 'Not urgent' }).click();
  await moderator.getByRole('textbox', { name: 'Reason' }).fill('Fridays come every week.');
  await moderator.getByRole('button', { name: 'Remove label' }).click();
  await expect(moderator.getByText('Urgent', { exact: true })).toHaveCount(0);
  await expect(stranger.getByText('Urgent', { exact: true })).toHaveCount(0);
  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'no longer marked urgent' })).toBeVisible();
});
