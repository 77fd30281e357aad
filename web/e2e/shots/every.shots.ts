import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, test } from '@playwright/test';
import type { Person } from '../support/api.ts';
import { type Scene, scenes } from './scenes.ts';
import { makeWorld, type World } from './world.ts';

/*
 * Pictures of every page in every state, for looking at. Their names say scene,
 * width, theme and language: `explore-empty-search.390.dark.fr.png`.
 */

const folder = path.resolve(import.meta.dirname, '../../shots');
const languages = { en: 'en-GB', fr: 'fr-FR', es: 'es-ES' } as const;
const widths = [1440, 390] as const;
const themes = ['light', 'dark'] as const;

let worlds: Map<string, World>;

test.beforeAll(async ({ playwright, baseURL }) => {
  await mkdir(folder, { recursive: true });
  const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  worlds = new Map();
  for (const language of Object.keys(languages)) worlds.set(language, await makeWorld(request, language));
  await request.dispose();
});

async function signIn(context: BrowserContext, { email, password }: Person): Promise<void> {
  const answer = await context.request.post('/api/auth/sign-in', { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const [language, locale] of Object.entries(languages)) {
  for (const theme of themes) {
    for (const width of widths) {
      const variant = `${width}.${theme}.${language}`;
      const wanted: Scene[] = scenes.filter(({ phone }) => !phone || width < 768);
      for (const scene of wanted) {
        test(`${scene.name} ${variant}`, async ({ browser, baseURL }) => {
          const world = worlds.get(language);
          if (!world) throw new Error(`nothing was made in ${language}`);
          const file = path.join(folder, `${scene.name}.${variant}.png`);
          await rm(file, { force: true });
          const context = await browser.newContext({
            ...(baseURL && { baseURL }),
            locale,
            colorScheme: theme,
            reducedMotion: 'reduce',
            timezoneId: 'Europe/Paris',
            viewport: { width, height: width < 768 ? 844 : 900 },
          });
          if (scene.as) await signIn(context, world[scene.as]);
          const page = await context.newPage();
          await scene.go(page, world);
          // What is pictured whole is pictured from its beginning; an open dialog is pictured as it is seen.
          const whole = (await page.getByRole('dialog').count()) === 0;
          await page.screenshot({ path: file, fullPage: whole, animations: 'disabled' });
          await context.close();
        });
      }
    }
  }
}
