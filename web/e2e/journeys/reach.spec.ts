import { Buffer } from 'node:buffer';
import { signedIn, somebody } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

/** A picture of one point. */
const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a post with files is sent without scrolling, and what keeps it back is beside the button (58)', async ({ page }) => {
    await signedIn(page, somebody('Inès Sauvage'));
    await page.goto('/my/activity');
    await page.getByRole('button', { name: 'Photo/Video' }).click();
    const composer = page.getByRole('dialog', { name: 'Create a new post' });
    const buffer = Buffer.from(point, 'base64');
    const photos = Array.from({ length: 4 }, (_, i) => ({ name: `${i}.png`, mimeType: 'image/png', buffer }));
    const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer };
    await composer.locator('input[type=file]').setInputFiles([...photos, plan]);
    const create = composer.getByRole('button', { name: 'Create Post' });
    await expect(composer.getByText('A file was not uploaded')).toBeInViewport({ ratio: 1 });
    await expect(create).toBeInViewport({ ratio: 1 });
    await composer.getByRole('button', { name: 'Remove plan.pdf' }).click();
    await expect(create).toBeEnabled();
    await expect(create).toBeInViewport({ ratio: 1 });
  });
});

for (const [path, width] of [['/my/activity', 390], ['/my/activity', 1280], ['/about', 390], ['/about', 1280]] as const) {
  test(`the header of ${path} stays in sight at ${width} px, and covers nothing that is gone to (58)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 });
    await signedIn(page, somebody('Inès Sauvage'));
    await page.goto(path);
    const header = page.getByRole('banner');
    await expect(header.getByRole('button', { name: /^Account/ })).toBeVisible();
    await page.evaluate(() => {
      const far = document.createElement('p');
      far.id = 'far';
      far.style.margin = '2000px 0';
      document.querySelector('main')?.append(far);
      location.hash = '#far';
    });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    await expect(header).toBeInViewport({ ratio: 1 });
    const below = await header.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await page.locator('#far').evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(below);
  });
}

test('a button in a narrow row is as wide as its longest word (76)', async ({ page }) => {
  await page.goto('/about');
  const lines = await page.evaluate(() => {
    const list = document.createElement('ul');
    list.innerHTML = '<li><p>Organisation</p><a class="btn btn-small">Répondre</a></li>';
    list.style.width = '60px';
    for (const row of list.children) if (row instanceof HTMLElement) row.style.display = 'flex';
    document.querySelector('main')?.append(list);
    const [button] = list.getElementsByClassName('btn');
    const words = button?.firstChild;
    if (!words) return 0;
    const range = document.createRange();
    range.selectNodeContents(words);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});
