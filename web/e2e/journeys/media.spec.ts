import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { launch, signedIn, signIn, signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** A picture of two colours, as a camera would give it. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: w, height: h });
      const drawn = canvas.getContext('2d');
      if (!drawn) throw new Error('there is nothing to draw on');
      drawn.fillStyle = '#c2570c';
      drawn.fillRect(0, 0, w, h);
      drawn.fillStyle = '#3b5bdb';
      drawn.fillRect(0, h / 2, w, h / 2);
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

/** A GIF of two pictures of one pixel, red and blue. */
const moving = 'R0lGODlhAQABAIAAAP8AAAAA/yH5BAAKAAAALAAAAAABAAEAAAICRAEAIfkEAAoAAAAsAAAAAAEAAQAAAgJMAQA7';

/** The smallest whole MP4: a head, a description with a track in a format, and data. */
function film(codec = 'avc1'): Buffer {
  const box = (kind: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const zeros = (bytes: number) => Buffer.alloc(bytes);
  const format = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(codec));
  const handler = box('hdlr', zeros(8), Buffer.from('vide'));
  const track = box('trak', box('mdia', handler, box('minf', box('stbl', format))));
  return Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('moov', box('mvhd'), track),
    box('mdat', zeros(5_000_000)),
  ]);
}

/** Whether an address leads to a file now. */
const statusOf = async (page: Page, path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();

test('a campaign shows the photograph of its owner, until they remove it', async ({ page, another }) => {
  const organizer = somebody('Inès Keller');
  await signedIn(page, organizer);
  const title = `A kiln for the potters ${randomUUID().slice(0, 8)}`;
  await page.goto('/create-campaign');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Short description' }).fill('Ours cracked in the frost.');
  await page.getByRole('radio', { name: 'Community' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Story' }).fill('It cracked.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Money goal' }).fill('2500');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Media & Launch' })).toBeVisible();

  // What is no picture is said so where it was chosen, whatever its name.
  const photo = page.getByRole('group', { name: 'Photo' });
  const input = photo.locator('input[type=file]');
  await input.setInputFiles({ name: 'kiln.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(photo.getByRole('alert')).toHaveText(
    'This file type isn’t supported. Use JPG, PNG, GIF or WebP.',
  );
  await input.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(photo.getByRole('alert')).toContainText('This picture can’t be read');

  // What moves will stand still, and that is said before it is used (71).
  await input.setInputFiles({ name: 'kiln.gif', mimeType: 'image/gif', buffer: Buffer.from(moving, 'base64') });
  const dialog = page.getByRole('dialog', { name: 'Crop the photo' });
  await expect(dialog.getByText('This animation will be shown as a still picture.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // What is larger than is sent is cut small first (47).
  await input.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: await picture(page, 4200, 2400) });
  await expect(dialog.getByText('This animation')).toBeHidden();
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('1.5');
  await settled(page);
  expect.soft(await violations(page), 'choosing the part').toEqual([]);
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  const shown = photo.getByRole('img', { name: 'The photo, as it will appear' });
  await expect(shown).toBeVisible();
  await page.getByRole('textbox', { name: 'Describe the photo' }).fill('The cracked kiln');
  await page.getByRole('textbox', { name: 'Describe the photo' }).press('Enter');
  await settled(page);
  expect.soft(await violations(page), 'the step with a photograph').toEqual([]);

  // Another one takes its place, and the first is gone at once.
  const first = (await shown.getAttribute('src')) ?? '';
  expect(await statusOf(page, first)).toBe(200);
  await photo.getByRole('button', { name: 'Remove photo' }).click();
  await expect(shown).toBeHidden();
  expect(await statusOf(page, first)).toBe(404);
  await input.setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: await picture(page, 900, 900) });
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(shown).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Describe the photo' })).toHaveValue('The cracked kiln');
  // The draft keeps it: it is there on another device, too.
  const phone = await another({ viewport: { width: 390, height: 844 } });
  await signIn(phone.request, organizer);
  await expect(async () => {
    await phone.goto(page.url());
    await expect(phone.getByRole('img', { name: 'The photo, as it will appear' })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 40_000 });
  await expect(phone.getByRole('textbox', { name: 'Describe the photo' })).toHaveValue('The cracked kiln');
  await page.getByRole('button', { name: 'Launch Campaign' }).click();

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const cover = page.getByRole('img', { name: 'The cracked kiln' });
  await expect(cover).toBeVisible();
  const { pathname } = new URL(page.url());
  const photograph = ((await cover.getAttribute('src')) ?? '').replace(/\/[^/]+$/, '');
  for (const wide of [480, 960, 1600]) expect(await statusOf(page, `${photograph}/${wide}.jpg`)).toBe(200);

  // So it is in lists, in the page without scripts, and beside links elsewhere.
  const visitor = await another({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await visitor.goto(pathname, { waitUntil: 'load' });
  await expect(visitor.getByRole('img', { name: 'The cracked kiln' })).toBeVisible();
  await expect(visitor.locator('.campaign-cover img').first()).toHaveAttribute('src', /^data:image\/png;base64,/);
  const share = (await visitor.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  const drawn = await visitor.request.get(new URL(share).pathname);
  expect(drawn.headers()['content-type']).toBe('image/jpeg');
  await visitor.goto(`/embed${pathname.replace('/campaign', '')}`, { waitUntil: 'load' });
  await expect(visitor.locator('.ccard-cover img').last()).toHaveAttribute('src', `${photograph}/960.jpg`);
  const reader = await another({ colorScheme: 'dark' });
  await reader.goto(`/explore?q=${encodeURIComponent(title)}`);
  await expect(reader.getByRole('article').locator('img')).toHaveAttribute('src', `${photograph}/960.jpg`);
  await settled(reader);
  expect.soft(await violations(reader), 'a card with a photograph').toEqual([]);
  await reader.goto(pathname);
  await expect(reader.getByRole('img', { name: 'The cracked kiln' })).toBeVisible();

  // Taken out in the form, it stays until that is saved; then it is gone, and the drawn cover is back, also where it
  // is looked at.
  await page.goto('/my/campaigns');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Describe the photo' })).toHaveValue('The cracked kiln');
  await photo.getByRole('button', { name: 'Remove photo' }).click();
  expect(await statusOf(page, `${photograph}/960.jpg`)).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Campaign updated successfully!')).toBeVisible();
  await expect(reader.locator('.campaign-cover svg')).toBeVisible();
  await expect.poll(() => statusOf(page, `${photograph}/960.jpg`)).toBe(404);
});

test('a campaign shows a video, which goes on where a line broke, and refuses what is cut off', async ({ page, another }) => {
  const person = somebody('Inès Keller');
  const token = await signUp(page.request, person);
  const { id, slug } = await launch(page.request, token, { title: 'A kiln on film' });
  await page.goto(`/my/campaigns/${id}/edit`);
  const video = page.getByRole('group', { name: 'Video' });
  const input = video.locator('input[type=file]');
  await input.setInputFiles({ name: 'kiln.mp4', mimeType: 'video/mp4', buffer: film().subarray(0, 9000) });
  await expect(video.getByRole('alert')).toContainText('Failed to upload image/video. Please try again.');
  await expect(video.getByRole('alert')).toContainText('This video can’t be read');

  // What an iPhone records unless it is told otherwise is refused before it is sent, with what to change (47).
  await input.setInputFiles({ name: 'kiln.mov', mimeType: 'video/quicktime', buffer: film('hvc1') });
  await expect(video.getByRole('alert')).toContainText('Settings > Camera > Formats to “Most Compatible”');

  // The line breaks in the second part; what had come is not sent again.
  const offsets: string[] = [];
  await page.route('**/api/uploads/campaign-video/*', async (route) => {
    const offset = route.request().headers()['upload-offset'] ?? 'asks';
    offsets.push(offset);
    if (offsets.length === 2) await route.abort('connectionreset');
    else await route.continue();
  });
  const name = page.waitForResponse((answer) => answer.url().endsWith('/api/uploads/campaign-video'));
  await input.setInputFiles({ name: 'kiln.mov', mimeType: 'video/quicktime', buffer: film() });
  const { upload } = (await (await name).json()) as { upload: string };
  const file = `/media/campaign-video/${upload}/video`;
  await expect.poll(() => offsets).toEqual(['0', '2097152', 'asks', '2097152', '4194304']);
  await expect.poll(() => statusOf(page, file)).toBe(200);
  const part = await page.request.get(file, { headers: { Range: 'bytes=4-7' } });
  expect([part.status(), await part.text(), part.headers()['content-type']]).toEqual([206, 'ftyp', 'video/mp4']);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Campaign updated successfully!')).toBeVisible();

  const reader = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await reader.goto(`/campaign/${slug}`);
  const player = reader.locator('video');
  await expect(player).toHaveAttribute('src', file);
  await expect(player).toHaveAttribute('preload', 'none');
  await settled(reader);
  expect.soft(await violations(reader), 'the page with a video').toEqual([]);
});
