import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { accepted, guestGift, launch, signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const asks = {
  resource_types: ['money', 'time', 'materials'] as Array<'money' | 'time' | 'materials'>,
  time_goal_hours: 20,
  needs: [{ item: 'Workbench', quantity: 6 }],
};

test('hours and things are pledged, accepted, worked, confirmed, received, and seen on every bar', async ({
  page,
  another,
}) => {
  const office = await another();
  const campaign = await launch(office.request, await signUp(office.request, somebody('Inès Keller')), asks);
  const helper = somebody('Samuel Perrin');
  await signedIn(page, helper);
  const visitor = await another();
  await visitor.goto(`/campaign/${campaign.slug}`);
  const bar = (name: string) => visitor.getByRole('complementary').getByRole('progressbar', { name });

  await page.goto(`/campaign/${campaign.slug}`);
  const panel = page.getByRole('complementary');
  await panel.getByText('Time', { exact: true }).last().click();
  await panel.getByRole('textbox', { name: 'Hours' }).fill('6');
  await panel.getByRole('textbox', { name: 'When can you come?' }).fill('Saturdays');
  expect.soft(await violations(page), 'the form of time').toEqual([]);
  await panel.getByRole('button', { name: 'Pledge 6 h' }).click();
  await expect(page.getByText('Your time contribution has been recorded successfully')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Thank you!' })).toBeFocused();

  await panel.getByText('Things', { exact: true }).last().click();
  await panel.getByRole('button', { name: 'One more' }).click();
  await panel.getByText('Lend', { exact: true }).click();
  await panel.getByLabel('Lent until').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  expect.soft(await violations(page), 'the form of things').toEqual([]);
  await panel.getByRole('button', { name: 'Pledge 2 × Workbench' }).click();
  await expect(page.getByText('Your material contribution has been recorded successfully')).toBeVisible();
  // What nobody answered counts for nobody but the two.
  await expect(visitor.getByText(/pledged/)).toHaveCount(0);

  // The bell tells the organizer, and leads to what waits.
  await office.goto('/my/notifications');
  await expect(office.getByRole('link', { name: 'Samuel Perrin offers 2 things' })).toBeVisible();
  await office.getByRole('link', { name: 'Samuel Perrin offers 6 h' }).click();
  await expect(office).toHaveURL(`/my/campaigns/${campaign.id}?phase=waiting`);
  const line = (what: string) => office.getByRole('listitem').filter({ hasText: what });
  await expect(line('6 h')).toContainText('Samuel Perrin');
  expect.soft(await violations(office), 'the organizer’s list').toEqual([]);
  await line('6 h').getByRole('button', { name: 'Accept' }).click();
  await expect(line('6 h')).toHaveCount(0);
  await line('Workbench').getByRole('button', { name: 'Accept' }).click();
  await office.getByRole('textbox', { name: 'How many do you take?' }).fill('1');
  await office.getByRole('textbox', { name: 'Where to bring it' }).fill('14 rue Perrod');
  await office.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(line('Workbench')).toHaveCount(0);
  await office.getByText(/^Current/).click();
  await expect(line('6 h')).toContainText('Expected');
  await expect(line('Workbench')).toContainText('Expected');
  await expect(bar('Time')).toHaveAttribute('aria-valuetext', /6 pledged/);

  await page.goto('/my/notifications');
  await expect(page.getByRole('link', { name: 'Your offer of 1 thing was accepted' })).toBeVisible();
  await page.getByRole('link', { name: 'Your offer of 6 h was accepted' }).click();
  await expect(page).toHaveURL('/my/donations');
  await expect(page.getByText('Bring it to: 14 rue Perrod')).toBeVisible();
  expect.soft(await violations(page), 'one’s own contributions').toEqual([]);
  await page.getByRole('button', { name: 'Say what I did' }).click();
  await page.getByRole('textbox', { name: 'Hours' }).fill('4,5');
  await page.getByRole('button', { name: 'Send' }).click();

  // It arrives while the organizer looks, who corrects it.
  await line('6 h').getByRole('button', { name: 'Correct' }).click();
  await office.getByRole('textbox', { name: 'Hours' }).fill('4');
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm hours' }).click();
  await line('Workbench').getByRole('button', { name: 'Received' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Received' }).click();
  await expect(line('Workbench')).toContainText('On loan');
  await expect(bar('Time')).toHaveAttribute('aria-valuenow', String(4 * 60));
  await expect(bar('Things')).toHaveAttribute('aria-valuenow', '1');

  await expect(page.getByText('4 h confirmed')).toBeVisible();
  await page.getByRole('button', { name: 'It is back' }).click();
  await expect(page.getByText('Returned', { exact: true })).toBeVisible();
});

test('whoever is not signed in comes back to what they had entered, and can withdraw it', async ({ page, another }) => {
  const office = await another();
  const campaign = await launch(office.request, await signUp(office.request, somebody('Inès Keller')), asks);
  const person = somebody('Nadia Kassab');
  await signUp((await another()).request, person);
  await page.goto(`/campaign/${campaign.slug}`);
  const panel = page.getByRole('complementary');
  await panel.getByText('Time', { exact: true }).last().click();
  await panel.getByRole('textbox', { name: 'Hours' }).fill('3');
  await panel.getByRole('button', { name: 'Pledge 3 h' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await panel.getByRole('button', { name: 'Pledge 3 h' }).click();
  await expect(page.getByText('Your time contribution has been recorded successfully')).toBeVisible();
  await page.goto('/my/donations');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
});

test('an organizer reads gifts and figures by day, and takes pledges and gifts away as files', async ({ page, another }) => {
  const campaign = await launch(page.request, await signUp(page.request, somebody('Inès Keller')), asks);
  const hand = await another();
  const token = await signUp(hand.request, somebody('Lucas "Lu" Meyer'));
  const data = { campaign_id: campaign.id, minutes: 90, message: '=1+1', lang: 'en' };
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  await accepted(await hand.request.post('/api/commands/pledge-time', { headers, data }));
  const saved = async (): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    return readFile(await (await download).path(), 'utf8');
  };

  await page.goto(`/my/campaigns/${campaign.id}?tab=gifts`);
  await expect(page.getByText('No gifts yet')).toBeVisible();
  await guestGift(hand.request, campaign.id, 'approve', { amount: 2056, message: 'For the roof' });
  await guestGift(hand.request, campaign.id, 'approve', { amount: 900, anonymous: true });
  await expect(page.getByText('€9.00')).toBeVisible();
  expect.soft(await violations(page), 'gifts').toEqual([]);
  const gifts = (await saved()).split('\r\n');
  expect(gifts[0]).toBe('\uFEFFGiven at,Name,Amount,Currency,Refunded,Status,Payment fee,Currency of the fee,Message,Reference');
  expect(gifts[1]).toMatch(/^[\d-]{10} \d\d:\d\d,Anonymous,9\.00,EUR,0\.00,Completed,0\.39,EUR,,[\da-f-]{36}$/);
  expect(gifts[2]).toMatch(/,Noor Haddad,20\.56,EUR,0\.00,Completed,0\.56,EUR,For the roof,[\da-f-]{36}$/);

  await page.getByRole('tab', { name: 'Figures' }).click();
  const money = page.getByRole('figure').filter({ hasText: 'Money' });
  await expect(money).toContainText('€29.56');
  await money.getByText('As a table').click();
  await expect(money.getByRole('row').last()).toContainText('+€29.56');
  expect.soft(await violations(page), 'figures').toEqual([]);
  await guestGift(hand.request, campaign.id, 'approve', { amount: 1000 });
  await expect(money).toContainText('€39.56');

  await page.getByRole('tab', { name: 'Pledges' }).click();
  await expect(page.getByText('Lucas "Lu" Meyer')).toBeVisible();
  const pledges = (await saved()).split('\r\n');
  expect(pledges).toHaveLength(2);
  expect(pledges[1]).toContain(`"Lucas ""Lu"" Meyer",Time,,Pledged,1.5,`);
  expect(pledges[1]).toContain(`'=1+1`);

  await page.getByRole('tab', { name: 'Gifts' }).click();
  await page.getByRole('button', { name: 'Refund the gift of Noor Haddad' }).last().click();
  const refund = page.getByRole('dialog', { name: 'Refund a gift of €20.56' });
  await refund.getByText('A part').click();
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('Please enter a valid amount')).toBeVisible();
  await refund.getByLabel('Amount in EUR').fill('5,50');
  expect.soft(await violations(page), 'refund').toEqual([]);
  await expect(refund).toContainText('The payment provider keeps its fee of €0.56.');
  await refund.getByLabel('Reason').fill('The roof cost less');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Refund requested')).toBeVisible();
  await expect(page.getByText('€5.50 refunded')).toBeVisible();
  await page.getByRole('button', { name: 'Refund the gift of Noor Haddad' }).last().click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The roof was a gift');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: '€20.56' })).toContainText('Refunded');
});
