/*
 * Paints the covers of the demo's campaigns: each scene is rendered by Chromium in twice its size, scaled down and kept as a WebP
 * of at most 120 kB, most of them in internal/demo/covers. `make covers` runs it; names after it paint those alone.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { height, width } from './brush.ts';
import { scenes } from './scenes.ts';

const checkout = path.resolve(import.meta.dirname, '../../..');
const mostBytes = 120_000;

/** The picture as a WebP, of the best quality that is small enough. */
async function encoded(page: Page, png: Buffer, wide: number): Promise<Buffer> {
  for (let best = 0.86; best > 0.2; best -= 0.04) {
    const made = await page.evaluate(
      async ([source, across, tall, quality]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: across, height: tall });
        const context = canvas.getContext('2d');
        if (!context) throw new Error('this browser has no canvas');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, across, tall);
        return canvas.toDataURL('image/webp', quality);
      },
      [png.toString('base64'), wide, height, best] as const,
    );
    const bytes = Buffer.from(made.slice(made.indexOf(',') + 1), 'base64');
    if (bytes.length <= mostBytes) {
      process.stdout.write(`quality ${best.toFixed(2)}, ${bytes.length} bytes\n`);
      return bytes;
    }
  }
  throw new Error(`a picture does not fit into ${mostBytes} bytes`);
}

const asked = process.argv.slice(2);
const executablePath = process.env.CALLUP_TEST_BROWSER;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
try {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  for (const [name, { paint, part, file }] of Object.entries(scenes)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    process.stdout.write(`${name}: `);
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${paint()}`);
    const { left, wide } = part ?? { left: 0, wide: width };
    const painted = await page.screenshot({ type: 'png', timeout: 300_000, clip: { x: left, y: 0, width: wide, height } });
    await writeFile(path.join(checkout, file ?? `internal/demo/covers/${name}.webp`), await encoded(page, painted, wide));
  }
} finally {
  await browser.close();
}
