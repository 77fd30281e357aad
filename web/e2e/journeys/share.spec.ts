import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { campaign as newCampaign, guestGift } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('a campaign is passed on, and stands as a card on another site', async ({ page, request, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, slug, title } = await newCampaign(request);
  await page.goto(`/campaign/${slug}`);
  await page.getByRole('button', { name: 'Share' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await expect(sheet.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'the ways to share').toEqual([]);
  await sheet.getByRole('button', { name: 'Copy' }).click();
  await expect(sheet.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/campaign/${slug}`);
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'PNG' }).click();
  expect((await download).suggestedFilename()).toBe(`callup-${slug}.png`);

  await sheet.getByRole('button', { name: 'Embed' }).click();
  await sheet.getByText('Dark', { exact: true }).click();
  await settled(page);
  expect.soft(await violations(page), 'the card to embed').toEqual([]);
  const lines = await sheet.getByLabel('Code for your site').inputValue();

  // Another port is another origin: its page says nothing about framing, and takes the lines as they are.
  const host = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><html lang="en"><title>Our site</title><main><h1>Our site</h1>${lines}</main></html>`);
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  try {
    await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
    const card = page.frameLocator('iframe');
    await expect(card.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(card.locator('html')).toHaveAttribute('data-theme', 'dark');
    const [campaign] = await Promise.all([context.waitForEvent('page'), card.getByRole('link', { name: 'Contribute' }).click()]);
    await expect(campaign).toHaveURL(new RegExp(`/campaign/${slug}`));
    expect(await campaign.evaluate(() => opener === null)).toBe(true);
  } finally {
    host.close();
  }

  // A gift shows on a card that stands there, within the minute.
  await page.clock.install();
  await page.goto(`/embed/${slug}`);
  const supporters = page.locator('.ccard-lead');
  const before = await supporters.innerText();
  await guestGift(request, id, 'approve');
  await expect(async () => {
    await page.clock.fastForward('01:01');
    await expect(supporters).not.toHaveText(before, { timeout: 1000 });
  }).toPass();

  for (const look of ['lng=fr&theme=light', 'lng=es&theme=dark&compact=1']) {
    await page.goto(`/embed/${slug}?${look}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect.soft(await violations(page), `the card with ${look}`).toEqual([]);
  }
});
