import { campaign } from '../support/api.ts';
import { panel } from '../support/giving.ts';
import { settled } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('the language changes everywhere, at once, and is kept', async ({ page, request }) => {
  const { slug } = await campaign(request);
  await page.goto(`/campaign/${slug}`);
  await expect(panel(page).getByRole('radio', { name: '€25', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Explorer' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ce qui est collecté est conservé quel que soit l’objectif');
  // What a person wrote stays as it was written, and says so.
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('fr');

  await page.getByRole('banner').getByRole('link', { name: 'Explorer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Explorer les campagnes' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Créer votre Callup' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'À promouvoir' })).toBeVisible();
  // The server writes its part in the language the reader chose.
  await expect(page).toHaveTitle(/^Argent, temps et matériel/);

  await page
    .getByRole('button', { name: 'Langue : Français' })
    .or(page.getByRole('button', { name: 'Langue: Français' }))
    .click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.getByRole('link', { name: 'Crea tu Callup' })).toBeVisible();
});

test('a browser’s own language is used until another is chosen', async ({ another, request }) => {
  const french = await another({ locale: 'fr-FR' });
  await french.goto('/explore');
  await expect(french.getByRole('heading', { level: 1, name: 'Explorer les campagnes' })).toBeVisible();
  const german = await another({ locale: 'de-DE' });
  await german.goto('/explore');
  await expect(german.getByRole('heading', { level: 1, name: 'Explore campaigns' })).toBeVisible();
  const answer = await request.get('/explore', { headers: { 'Accept-Language': 'es-MX,es;q=0.9' } });
  expect(await answer.text()).toContain('<html lang="es"');
});

test('an address that leads nowhere says so and leads home', async ({ page, request }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);

  expect((await request.get('/campaign/no-such-campaign')).status()).toBe(404);
  const missing = await page.goto('/campaign/no-such-campaign');
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
});

test('the theme changes at once and is kept', async ({ page }) => {
  await page.goto('/explore');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`with motion: ${reducedMotion}`, () => {
    test.use({ colorScheme: 'light', contextOptions: { reducedMotion } });

    test('all colours change in one moment', async ({ page, request }) => {
      const { slug } = await campaign(request);
      await page.goto(`/campaign/${slug}`);
      await settled(page);
      const [before, atOnce, later] = await page.evaluate(async () => {
        const colours = () =>
          [...document.querySelectorAll('body, body *')]
            .filter((element) => element.checkVisibility())
            .map((element) => {
              const { color, backgroundColor, borderColor } = getComputedStyle(element);
              return `${element.tagName}.${element.className} ${color} ${backgroundColor} ${borderColor}`;
            });
        const light = colours();
        localStorage.setItem('callup.theme', 'dark');
        dispatchEvent(new Event('callup:theme'));
        const now = colours();
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return [light, now, colours()];
      });
      expect(atOnce).toEqual(later);
      expect(atOnce).not.toEqual(before);
    });
  });
}
