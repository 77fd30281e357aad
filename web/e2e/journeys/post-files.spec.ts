import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { signUp, somebody } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { chooseOption, settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** A picture of two colours. */
async function picture(page: Page, colour: string): Promise<Buffer> {
  const encoded = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 640, height: 400 });
    const drawn = canvas.getContext('2d');
    if (!drawn) throw new Error('there is nothing to draw on');
    drawn.fillStyle = fill;
    drawn.fillRect(0, 0, 640, 400);
    drawn.fillStyle = '#fff8';
    drawn.fillRect(0, 250, 640, 150);
    return canvas.toDataURL('image/png');
  }, colour);
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

/** The smallest whole MP4. */
function film(): Buffer {
  const box = (kind: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const format = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('avc1'));
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'));
  const track = box('trak', box('mdia', handler, box('minf', box('stbl', format))));
  return Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('moov', box('mvhd'), track),
    box('mdat', Buffer.alloc(9000)),
  ]);
}

const statusOf = async (page: Page, path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();

test('a post shows photos, a video and a voice, and takes them with it', async ({ page, another }) => {
  await signUp(page.request, somebody('Inès Keller'));
  const word = `orchard ${Date.now()}`;
  await page.goto('/my/activity');
  await page.getByRole('button', { name: 'Photo/Video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a new post' });
  await expect(dialog.getByRole('tab', { name: 'Photo/Video' })).toHaveAttribute('aria-selected', 'true');
  const create = dialog.getByRole('button', { name: 'Create Post' });
  await expect(create).toBeDisabled();
  const input = dialog.locator('input[type=file]');
  const attached = dialog.getByRole('list', { name: 'Files of the post' }).getByRole('listitem');

  // What a file holds counts, not what it is called; what is refused stays, and nothing is skipped.
  const colours = ['#c2570c', '#3b5bdb', '#0e7c5a', '#7a4fb5', '#b5894f', '#4f9bb5'];
  const photos = await Promise.all(
    colours.map(async (colour, i) => {
      return { name: `row ${i + 1}.png`, mimeType: 'image/png', buffer: await picture(page, colour) };
    }),
  );
  await input.setInputFiles([
    { name: 'lie.png', mimeType: 'image/png', buffer: film() },
    { name: 'lie.mp4', mimeType: 'video/mp4', buffer: photos[0]?.buffer ?? Buffer.of() },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ]);
  await expect(attached.filter({ hasText: 'lie.png' }).getByRole('alert')).toContainText('This picture can’t be read');
  await expect(attached.filter({ hasText: 'lie.mp4' }).getByRole('alert')).toContainText('This video can’t be read');
  await expect(attached.filter({ hasText: 'plan.pdf' }).getByRole('alert')).toContainText('This file type isn’t supported');
  await expect(create).toBeDisabled();
  await expect(dialog.getByText('A file was not uploaded: try again, or remove it')).toBeVisible();
  for (const name of ['lie.png', 'lie.mp4', 'plan.pdf']) {
    await dialog.getByRole('button', { name: `Remove ${name}` }).click();
    // The list moves up: a press while it does may come to nothing.
    await expect(attached.filter({ hasText: name })).toHaveCount(0);
  }

  // A line that breaks: the file stays, and goes at the second try.
  await page.route('**/api/uploads/post-photo', (route) => route.abort('connectionreset'), { times: 1 });
  await input.setInputFiles(photos.slice(0, 1));
  await expect(attached.getByRole('alert')).toBeVisible();
  await attached.getByRole('button', { name: 'Try again' }).click();
  await expect(attached.getByRole('alert')).toHaveCount(0);
  await expect(create).toBeEnabled();

  await input.setInputFiles([...photos.slice(1), { name: 'bees.mp4', mimeType: 'video/mp4', buffer: film() }]);
  await expect(attached).toHaveCount(7);
  await attached.filter({ hasText: 'row 1' }).getByRole('textbox', { name: 'Description (optional)' }).fill('The first row');
  await expect(create).toBeEnabled();
  await settled(page);
  expect.soft(await violations(page), 'the composer with files').toEqual([]);

  // More than ten are said to be too many.
  await input.setInputFiles(photos.slice(0, 4));
  await expect(dialog.getByText('A post can have at most 10 files: one was left out')).toBeVisible();
  await expect(attached).toHaveCount(10);
  for (let left = 10; left > 7; left -= 1) await attached.nth(left - 1).getByRole('button', { name: /Remove/ }).click();
  await expect(attached).toHaveCount(7);

  // A voice is recorded, and heard before it is posted.
  await dialog.getByRole('tab', { name: 'Audio' }).click();
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Recording started')).toBeVisible();
  await expect(dialog.getByText(/^0:0[1-9]$/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Recording stopped')).toBeVisible();
  await expect(dialog.getByText('Recorded: listen to it below')).toBeVisible();
  await expect(attached).toHaveCount(8);
  await expect(create).toBeEnabled();
  // The player says how long it is (58).
  const lasts = () => dialog.locator('audio').evaluate((player: HTMLAudioElement) => player.duration);
  await expect.poll(lasts).toBeGreaterThan(0.9);
  expect(await lasts()).toBeLessThan(60);
  await settled(page);
  expect.soft(await violations(page), 'the composer with a recording').toEqual([]);

  // What has arrived is there after a reload.
  await dialog.getByRole('textbox', { name: 'What’s on your mind?' }).fill(`The ${word}`);
  await page.reload();
  await page.getByRole('button', { name: 'What’s on your mind?' }).click();
  await expect(attached).toHaveCount(8);
  await expect(attached.first().getByRole('textbox')).toHaveValue('The first row');
  await create.click();
  await expect(dialog).toBeHidden();
  const mine = page.getByRole('article').filter({ hasText: word });
  await expect(mine.getByRole('img', { name: 'The first row' })).toBeVisible();

  const other = await another({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signUp(other.request, somebody('Noé Martin'));
  await other.goto('/my/activity');
  const theirs = other.getByRole('article').filter({ hasText: word });
  await expect(theirs.locator('.feed-photo')).toHaveCount(4);
  await expect(theirs.getByText('+2')).toBeVisible();
  await settled(other);
  expect.soft(await violations(other), 'a post with files').toEqual([]);
  expect.soft(await other.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than the screen').toBe(390);
  await theirs.locator('.feed-photo').last().click();
  const whole = other.getByRole('dialog', { name: 'Photo 4 of 6' });
  await whole.getByRole('button', { name: 'Next' }).click();
  await expect(other.getByRole('dialog', { name: 'Photo 5 of 6' })).toBeVisible();
  // The arrows go on wherever the focus is, and behind the last comes the first.
  await other.getByRole('button', { name: 'Close' }).press('ArrowRight');
  await other.keyboard.press('ArrowRight');
  await expect(other.getByRole('dialog', { name: 'Photo 1 of 6' })).toBeVisible();
  await other.keyboard.press('ArrowLeft');
  await expect(other.getByRole('dialog', { name: 'Photo 6 of 6' })).toBeVisible();
  await settled(other);
  expect.soft(await violations(other), 'a whole photo').toEqual([]);
  await other.keyboard.press('Escape');

  const film1 = (await theirs.locator('video').getAttribute('src')) ?? '';
  const voice = (await theirs.locator('audio').getAttribute('src')) ?? '';
  const photo = (await theirs.getByRole('img', { name: 'The first row' }).getAttribute('src')) ?? '';
  const part = await other.request.get(film1, { headers: { Range: 'bytes=4-7' } });
  expect([part.status(), await part.text(), part.headers()['content-type']]).toEqual([206, 'ftyp', 'video/mp4']);
  const heard = await other.request.get(voice);
  expect([heard.status(), heard.headers()['content-type']]).toEqual([200, 'audio/webm']);
  await expect.poll(() => theirs.locator('audio').evaluate((player: HTMLAudioElement) => player.readyState)).toBeGreaterThan(0);
  expect(await theirs.locator('audio').evaluate((player: HTMLAudioElement) => player.duration)).toBeLessThan(60);
  expect(await statusOf(other, photo)).toBe(200);

  // With files no words are needed. Deleted, the post takes them with it.
  await chooseOption(mine, 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit your post' });
  await edit.getByRole('textbox').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(other.getByRole('article').filter({ has: other.getByRole('img', { name: 'The first row' }) })).toHaveCount(1);
  const bare = page.getByRole('article').filter({ has: page.getByRole('img', { name: 'The first row' }) });
  await chooseOption(bare, 'Delete');
  await expect(bare).toHaveCount(0);
  for (const file of [photo, film1, voice]) await expect.poll(() => statusOf(page, file)).toBe(404);
});

test('without a microphone that is said, and nothing is lost', async ({ page }) => {
  await signUp(page.request, somebody('Inès Keller'));
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('there is none', 'NotFoundError'));
  });
  await page.goto('/my/activity');
  await page.getByRole('button', { name: 'Audio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a new post' });
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No microphone was found. You can choose a recording instead.');
  await expect(page.getByText('Failed to start recording')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: film() });
  await expect(dialog.getByRole('listitem').getByRole('alert')).toContainText('This recording can’t be read');
});
