import { accepted, answered, launch, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('an organizer publishes a shift with one place, two join at once, and who comes follows where it is moved', async ({
  page,
  another,
}) => {
  const organizer = somebody('Inès Keller');
  const token = await signUp(page.request, organizer);
  const { id, slug } = await launch(page.request, token, {
    title: 'A roof for the potters',
    resource_types: ['time'],
    time_goal_hours: 40,
  });
  await page.goto(`/my/campaigns/${id}?tab=shifts`);
  await expect(page.getByRole('heading', { name: 'No shifts yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Please fill this in')).toHaveCount(4);
  await page.getByLabel('Task').fill('Slates, upstairs');
  await page.getByLabel('Where').fill('14 rue Perrod');
  await page.getByLabel('Starts').fill(`${day(4)}T09:00`);
  await page.getByLabel('Ends').fill(`${day(4)}T13:00`);
  await page.getByLabel('How many people').fill('1');
  await page.getByRole('button', { name: 'Publish' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Slates, upstairs' });
  await expect(row).toContainText('0 of 1');

  // Two join in the same instant: one has the place, the other is told that it is full.
  const first = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const second = await another();
  const people = [somebody('Bo Brandt'), somebody('Cleo Costa')] as const;
  const tokens = await Promise.all([signUp(first.request, people[0]), signUp(second.request, people[1])]);
  const { items } = await answered<{ items: { id: string }[] }>(await page.request.get(`/api/campaigns/${id}/shifts`));
  const shift = items[0]?.id ?? '';
  const send = (n: 0 | 1, command: string, body: object) =>
    (n === 0 ? first : second).request.post(`/api/commands/${command}`, {
      headers: { Authorization: `Bearer ${tokens[n]}`, 'Idempotency-Key': `${command} ${crypto.randomUUID()}` },
      data: { shift_id: shift, ...body },
    });
  const both = await Promise.all(([0, 1] as const).map((n) => send(n, 'join-shift', { lang: 'en' })));
  const codes = await Promise.all(
    both.map(async (one) => (one.ok() ? 'joined' : ((await one.json()) as { code: string }).code)),
  );
  expect(codes.toSorted()).toEqual(['joined', 'shift_full']);
  await expect(row).toContainText('1 of 1');

  // Leaving makes room for another.
  const winner = codes[0] === 'joined' ? 0 : 1;
  await accepted(await send(winner, 'leave-shift', {}));
  await expect(row).toContainText('0 of 1');
  await first.goto(`/campaign/${slug}?tab=shifts`);
  await first.getByRole('button', { name: 'Join', exact: true }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click();
  await expect(first.getByText('You are coming')).toBeVisible();
  await expect(row).toContainText('Bo Brandt');
  await settled(first);
  expect(await violations(first)).toEqual([]);

  // Moved by a week: whoever comes sees it where they are, by itself, and so does the calendar.
  await first.goto('/events');
  await expect(first).toHaveURL(/\/my\/shifts$/u);
  const mine = first.getByRole('listitem').filter({ hasText: 'Slates, upstairs' });
  await expect(mine).toBeVisible();
  const before = await mine.locator('b').innerText();
  const entry = async () => (await first.request.get(`/shift/${shift}.ics`)).text();
  expect(await entry()).toContain('SEQUENCE:0');
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Starts').fill(`${day(11)}T09:00`);
  await expect(dialog.getByLabel('Ends')).toHaveValue(`${day(11)}T13:00`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(mine.locator('b')).not.toHaveText(before);
  const moved = await entry();
  expect(moved).toContain('SEQUENCE:1');
  expect(moved).toContain(`UID:${shift}@callup`);
  expect(moved).toContain('SUMMARY:Slates\\, upstairs');

  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`shift-${day(11)}.csv`);
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await settled(first);
  expect(await violations(first)).toEqual([]);

  await row.getByRole('button', { name: 'Cancel shift' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The slates are late');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel shift' }).click();
  await expect(mine).toContainText('The slates are late');

  // The bell tells of both.
  await first.goto('/my/notifications');
  await expect(first.getByText('“Slates, upstairs” was cancelled')).toBeVisible();
  await expect(first.getByText('“Slates, upstairs” has a new time')).toBeVisible();
  await settled(first);
  expect(await violations(first)).toEqual([]);
});
