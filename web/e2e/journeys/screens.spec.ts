import type { APIRequestContext, Locator, Page, Request } from '@playwright/test';
import { sharedCampaign, sharedMember } from '../support/api.ts';
import { allViolations, violationsOfColours } from '../support/axe.ts';
import { settled, visits } from '../support/pages.ts';
import { sharedStaff } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';

/*
 * What holds for every screen, looked at once a screen: its title, its accessibility in both themes, a narrow window,
 * and that everything that looks as if it could be pressed does something.
 */

/** Elements that look as if they could be pressed. */
const pressable = ['button', '[role=button]', '[role=tab]', 'summary', 'input[type=submit]'];

/** What lies around every page is the same on each, so that one page is enough to press it. */
const within = (name: string) => pressable.map((kind) => (name === 'landing' ? kind : `main ${kind}`)).join(', ');

/** Looks at a page in both themes. */
async function look(page: Page, name: string): Promise<void> {
  expect.soft(await allViolations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await settled(page);
  expect.soft(await violationsOfColours(page), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Fails when a page is wider than a narrow window. */
async function narrow(page: Page, name: string): Promise<void> {
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(320);
  if (usual) await page.setViewportSize(usual);
}

/**
 * What a person sees or is told of a page: its address, words, pictures and places, what fields hold, what is open, chosen or
 * pressed, and where the focus is. Attributes that nobody notices, such as classes, are left out.
 */
async function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const all = <Kind extends Element>(selector: string) => [...document.querySelectorAll<Kind>(selector)];
    const fields = all<HTMLInputElement>('input, select, textarea').map((field) => `${field.value}${field.checked}`);
    const announced = ['expanded', 'selected', 'pressed', 'checked', 'current', 'invalid', 'disabled', 'busy'];
    const told = all('*').flatMap((element) =>
      announced.map((name) => element.getAttribute(`aria-${name}`)).filter((value) => value !== null),
    );
    const open = all<HTMLDetailsElement>('details, dialog').map((element) => element.open);
    const pictures = all<HTMLImageElement>('img, video, audio').map(
      (picture) => `${picture.currentSrc}${picture.checkVisibility()}`,
    );
    const playing = all<HTMLMediaElement>('video, audio').map((medium) => medium.paused);
    const scrolled = [document.documentElement, ...all('main *')].filter((element) => element.scrollWidth > element.clientWidth);
    const focused = document.activeElement;
    return JSON.stringify([
      location.href,
      document.title,
      document.documentElement.lang,
      document.documentElement.dataset['theme'],
      document.body.innerText,
      fields,
      told,
      open,
      pictures,
      playing,
      Math.round(scrollY / 10),
      scrolled.map(({ scrollLeft }) => Math.round(scrollLeft)),
      focused && [focused.localName, focused.getAttribute('aria-label') ?? focused.textContent, all('*').indexOf(focused)],
    ]);
  });
}

/** What is pressed, in words. */
async function nameOf(button: Locator): Promise<string> {
  return button.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
}

/**
 * Brings a page back to what it was by the ways a reader has: Escape, or pressing once more what opens and closes. Tells whether
 * that was enough.
 */
async function undone(page: Page, button: Locator, before: string, address: string): Promise<boolean> {
  if (page.url() !== address) return false;
  await page.keyboard.press('Escape');
  if ((await stateOf(page)) === before) return true;
  // The button that shows the rest of a list goes with the press.
  if ((await button.count()) === 0) return false;
  const toggles = await button.evaluate((element) => element.localName === 'summary' || element.hasAttribute('aria-expanded'));
  if (!toggles || !(await button.isVisible()) || page.url() !== address) return false;
  await button.click({ timeout: 2000 }).catch(() => undefined);
  return page.url() === address && (await stateOf(page)) === before;
}

/** How many are pressed of what the entries of a list have in common. */
const enoughOfAKind = 2;

/**
 * What a button of a list's entry has in common with those of others: its class, and its first word without figures. What
 * follows may name whose entry it is.
 */
async function kindOf(button: Locator): Promise<string | undefined> {
  const classes = await button.evaluate((element) => {
    const entry = element.closest('article');
    return entry && `${entry.className} ${element.className}`;
  });
  if (classes === null) return undefined;
  const [first = ''] = (await nameOf(button)).trim().split(/\s/u);
  return `${classes} ${first.replaceAll(/\d+/gu, '')}`;
}

/** Presses everything there is to press, each on the page as `open` leaves it; answers how many did something. */
async function pressAll(page: Page, what: string, open: () => Promise<void>, patience = 5000): Promise<number> {
  const idle: string[] = [];
  let pressed = 0;
  await open();
  let opened = page.url();
  const count = await page.locator(what).count();
  const kinds = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const button = page.locator(what).nth(index);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    // What is chosen already stays chosen.
    if ((await button.getAttribute('aria-selected')) === 'true') continue;
    const kind = await kindOf(button);
    if (kind !== undefined) {
      const already = kinds.get(kind) ?? 0;
      if (already === enoughOfAKind) continue;
      kinds.set(kind, already + 1);
    }
    const label = await nameOf(button);
    // What a page reads by itself, now and then, says nothing of the button.
    let asked = false;
    const note = (request: Request) => {
      asked ||= request.method() !== 'GET' || request.isNavigationRequest();
    };
    await button.evaluate((element) => element.focus());
    const before = await stateOf(page);
    page.on('request', note);
    await button.click();
    // A page that leads elsewhere has no state just then.
    const changed = async () => asked || (await stateOf(page).catch(() => 'elsewhere')) !== before;
    await expect
      .poll(changed, { timeout: patience, message: label })
      .toBe(true)
      .catch(() => idle.push(label));
    page.off('request', note);
    pressed += 1;
    // Opened anew only where the press left something behind.
    if (asked || !(await undone(page, button, before, opened))) {
      await open();
      opened = page.url();
    }
  }
  expect(idle, 'buttons that do nothing').toEqual([]);
  return pressed;
}

test('a button that changes nothing anybody notices counts as one that does nothing', async ({ page }) => {
  const open = (onclick: string) => async () => {
    await page.goto('about:blank', { waitUntil: 'load' });
    await page.setContent(`<main><button onclick="${onclick}">Press</button><p>Here</p></main>`);
  };
  await pressAll(page, 'button', open("document.querySelector('p').textContent = 'There'"));
  await pressAll(page, 'button', open("this.setAttribute('aria-pressed', 'true')"));
  for (const dead of ['', "this.classList.toggle('pressed')", "this.dataset.pressed = 'true'"])
    await expect(pressAll(page, 'button', open(dead), 500)).rejects.toThrow('buttons that do nothing');
  // Nor does what the page reads by itself count.
  const reading = async () => {
    // A page of this server without the app, which would begin in the middle of it.
    await page.goto('/healthz', { waitUntil: 'load' });
    await page.setContent('<main><button>Press</button></main>');
    await page.evaluate(() => void setInterval(() => void fetch('/healthz'), 50));
  };
  await expect(pressAll(page, 'button', reading, 500)).rejects.toThrow('buttons that do nothing');
});

// Every screen in the language with the longest words; in the others one screen, and all of them in the long form.
for (const { locale, every } of [
  { locale: 'fr-FR', every: true },
  { locale: 'en-GB', every: false },
  { locale: 'es-ES', every: false },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    for (const { name, path, member, staff } of visits('{slug}')) {
      const tag = every || name === 'campaign' ? [] : ['@long'];
      /** Signs in a member who may see it, who does not get /auth or a guest's fields; answers the screen's address. */
      const opened = async (page: Page, request: APIRequestContext) => {
        const { slug } = await sharedCampaign(request);
        if (member) await (staff ? sharedStaff : sharedMember)(page, locale.slice(0, 2));
        return path.replace('{slug}', slug);
      };
      test(`${name} is sound`, { tag }, async ({ reader: page, request }) => {
        const address = await opened(page, request);
        const answer = await page.goto(address);
        const sent = /<title>([^<]*)<\/title>/.exec((await answer?.text()) ?? '')?.[1] ?? '';
        expect(sent).toMatch(/^\S.* - Callup - Community Resource Planner$/);
        await settled(page);
        expect(await page.title()).toBe(sent);
        await look(page, name);
        await narrow(page, name);
      });
      if (!every) continue;

      test(`every button of ${name} does something`, async ({ reader: page, request }) => {
        const address = await opened(page, request);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const pressed = await pressAll(page, within(name), async () => {
          // What a press asked for may yet lead elsewhere: nothing of the page is left to do so. Where that has begun, it comes
          // between once.
          await expect(() => page.goto('about:blank')).toPass();
          await page.goto(address);
          await settled(page);
        });
        // The header alone has two.
        if (name === 'landing') expect(pressed).toBeGreaterThan(2);
      });
    }
  });
}
