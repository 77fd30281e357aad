import type { Page } from '@playwright/test';
import { signedIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** A picture of two colours, wider than it is high. */
async function picture(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    const drawn = canvas.getContext('2d');
    if (!drawn) throw new Error('there is nothing to draw on');
    drawn.fillStyle = '#0e7c5a';
    drawn.fillRect(0, 0, 640, 400);
    drawn.fillStyle = '#f4d35e';
    drawn.fillRect(220, 100, 200, 200);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(data, 'base64');
}

test('an owner gives a page a logo, which others see at once, and takes it off', async ({ page, another }) => {
  const name = `Atelier ${somebody('').email.slice(0, 8)}`;
  await signedIn(page, somebody('Inès Sauvage'));
  await page.goto('/my/pages');
  await page.getByRole('button', { name: 'Create Page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Page' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  // A phone, in French, has the page open meanwhile.
  const fan = await another({ locale: 'fr-FR', viewport: { width: 390, height: 844 } });
  await signUp(fan.request, somebody('Gil Navarro'), 'fr');
  await fan.goto(new URL(page.url()).pathname);
  await expect(fan.getByRole('heading', { level: 1, name })).toBeVisible();
  const shown = (on: Page) => on.locator('main .avatar img').first();
  await expect(shown(fan)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit page' });
  const input = form.locator('input[type="file"]');
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(form.getByRole('alert')).toContainText('This picture can’t be read');
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(page) });
  await expect(form.getByText('Drag the picture, or move it with the arrow keys.')).toBeVisible();
  await settled(page);
  expect.soft(await violations(page), 'the part that is shown').toEqual([]);
  await form.getByRole('button', { name: 'Use this logo' }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Change logo' })).toBeVisible();
  await expect(shown(fan)).toBeVisible();
  const address = await shown(fan).getAttribute('src');
  expect(address).toMatch(/^\/media\/page-logo\/[a-z0-9]+\/256\.jpg$/u);
  expect(await shown(fan).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await settled(fan);
  expect.soft(await violations(fan), 'the page with its logo').toEqual([]);
  await fan.goto('/my/pages');
  const card = fan.getByRole('listitem').filter({ hasText: name });
  await expect(shown(fan)).toBeVisible();
  await expect(card.locator('.avatar img')).toHaveAttribute('src', /^\/media\/page-logo\/[a-z0-9]+\/128\.jpg$/u);

  // Without it the initials are there again.
  await form.getByRole('button', { name: 'Remove logo' }).click();
  await expect(form.getByRole('button', { name: 'Choose a logo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('main .avatar img')).toHaveCount(0);
});
