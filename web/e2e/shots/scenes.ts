import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { settled, visits } from '../support/pages.ts';
import type { World } from './world.ts';

/** A page in a state: how to get there. It is pictured when `go` is done. */
export interface Scene {
  readonly name: string;
  /** Who looks; a visitor unless said. */
  readonly as?: 'owner' | 'member' | undefined;
  /** Only where the window is narrow. */
  readonly phone?: true;
  readonly go: (page: Page, world: World) => Promise<void>;
}

const apiFailure = { status: 503, contentType: 'application/problem+json', body: '{"status":503,"code":"internal"}' };

/** Serves documents without the answers the server puts into them, so that the app has to ask. */
async function withoutData(page: Page): Promise<void> {
  await page.route(
    (url) => !url.pathname.startsWith('/api/') && !url.pathname.includes('.'),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script type="application\/json" id="callup-data">.*?<\/script>/s, '');
      await route.fulfill({ response, body });
    },
  );
}

type Answering = (route: Route) => Promise<void>;

const never: Answering = () => new Promise<void>(() => undefined);
const failing: Answering = (route) => route.fulfill(apiFailure);
const empty: Answering = (route) =>
  route.fulfill({ json: /\/(platform\/recent|categories)/.test(route.request().url()) ? [] : { items: [], next: '', total: 0 } });

/** Opens a page whose questions of this kind are answered so. */
async function answering(page: Page, path: string, what: RegExp, answer: Answering): Promise<void> {
  await withoutData(page);
  await page.route(what, answer);
  await page.goto(path);
}

const lists = /\/api\/(campaigns(\?|$)|categories|platform\/recent)/;
const everything = /\/api\/(campaigns|categories|platform|donations)/;

async function loading(page: Page, path: string): Promise<void> {
  await answering(page, path, everything, never);
  await expect(page.locator('.bone').first()).toBeVisible();
}

async function failed(page: Page, path: string): Promise<void> {
  await answering(page, path, everything, failing);
  await expect(page.getByRole('alert').first()).toBeVisible();
}

async function plain(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

async function offline(page: Page, path: string): Promise<void> {
  await plain(page, path);
  await page.context().setOffline(true);
  await expect(page.locator('.banner')).toBeVisible();
}

function thanks(which: keyof World['gifts'], query = ''): Scene['go'] {
  return (page, { fresh, gifts }) => plain(page, `/campaign/${fresh.slug}/thanks?donation=${gifts[which]}${query}`);
}

/** The form one gives with: beside the story, or on a phone in a sheet that is opened first. A preset is chosen beforehand. */
async function openGift(page: Page, slug: string): Promise<Locator> {
  await plain(page, `/campaign/${slug}`);
  const bar = page.locator('.campaign-bottom-bar button').first();
  if (await bar.isVisible()) await bar.click();
  const form = page.locator('form.campaign-gift');
  await expect(form.getByRole('radio', { checked: true }).last()).toBeVisible();
  await settled(page);
  return form;
}

/** Presses the wizard's way forward. */
async function next(page: Page): Promise<void> {
  await page.locator('form button[type=submit]').last().click();
}

/** Goes on to a step of the wizard from the one before. */
async function nextTo(page: Page, step: number): Promise<void> {
  await next(page);
  await expect(page.locator(`#step-${step}`)).toBeVisible();
}

async function wizardStep(page: Page, step: 1 | 2 | 3 | 4): Promise<void> {
  await plain(page, '/create-campaign');
  const text = page.getByRole('main').getByRole('textbox');
  if (step > 1) {
    await text.nth(0).fill('Un toit pour l’école de musique');
    await text.nth(1).fill('Quarante élèves répètent dans une salle où il pleut.');
    await page.getByRole('main').getByRole('radio').first().check();
    await nextTo(page, 2);
  }
  if (step > 2) {
    await text.nth(0).fill('Le toit fuit depuis l’automne.\n\nAvec vous, il sera refait avant les examens.');
    await nextTo(page, 3);
  }
  if (step > 3) {
    await text.nth(0).fill('6000');
    await nextTo(page, 4);
  }
  await settled(page);
}

/** Every visit of the app's list of screens; what follows are the states one has to bring about. */
const screens: Scene[] = visits('{busy}').map(({ name, path, member }) => ({
  name,
  as: member ? 'member' : undefined,
  go: (page, { busy }) => plain(page, path.replace('{busy}', busy)),
}));

export const scenes: Scene[] = [
  ...screens,
  { name: 'landing-loading', go: (page) => loading(page, '/') },
  {
    name: 'landing-empty',
    go: async (page) => {
      await answering(page, '/', lists, empty);
      await settled(page);
    },
  },
  { name: 'landing-error', go: (page) => failed(page, '/') },
  { name: 'landing-offline', go: (page) => offline(page, '/') },
  {
    name: 'menu',
    phone: true,
    go: async (page) => {
      await plain(page, '/');
      await page.locator('header button[aria-haspopup=dialog]').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },

  { name: 'explore-narrowed', go: (page) => plain(page, '/explore?category=community&need=money&sort=nearly') },
  { name: 'explore-loading', go: (page) => loading(page, '/explore') },
  {
    name: 'explore-empty-category',
    go: async (page) => {
      await answering(page, '/explore?category=sports', lists, empty);
      await settled(page);
    },
  },
  { name: 'explore-error', go: (page) => failed(page, '/explore') },
  {
    name: 'explore-more-error',
    go: async (page) => {
      await plain(page, '/explore');
      await page.route(/cursor=/, failing);
      const more = page.locator('.explore-more button');
      // A small installation has no second page.
      if ((await more.count()) === 0) return;
      await more.click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'explore-offline', go: (page) => offline(page, '/explore') },

  {
    name: 'campaign-supporters',
    go: async (page, { busy }) => {
      await plain(page, `/campaign/${busy}`);
      await page.getByRole('tab').last().click();
      await settled(page);
    },
  },
  { name: 'campaign-untouched', go: (page, { fresh }) => plain(page, `/campaign/${fresh.slug}`) },
  { name: 'campaign-closed', go: (page, { closed, busy }) => plain(page, `/campaign/${closed ?? busy}`) },
  { name: 'campaign-owner', as: 'owner', go: (page, { fresh }) => plain(page, `/campaign/${fresh.slug}`) },
  { name: 'campaign-loading', go: (page, { busy }) => loading(page, `/campaign/${busy}`) },
  { name: 'campaign-error', go: (page, { busy }) => failed(page, `/campaign/${busy}`) },
  { name: 'campaign-offline', go: (page, { busy }) => offline(page, `/campaign/${busy}`) },
  {
    name: 'campaign-sheet',
    phone: true,
    go: async (page, { busy }) => {
      await openGift(page, busy);
    },
  },
  {
    name: 'campaign-gift-error',
    go: async (page, { busy }) => {
      await page.route('**/api/commands/donate-money', failing);
      const form = await openGift(page, busy);
      await form.locator('button[type=submit]').click();
      await expect(form.getByRole('alert').first()).toBeVisible();
    },
  },

  { name: 'thanks', go: thanks('approve') },
  { name: 'thanks-waiting', go: thanks('waiting') },
  { name: 'thanks-left', go: thanks('waiting', '&cancelled=1') },
  { name: 'thanks-declined', go: thanks('decline') },
  { name: 'thanks-expired', go: thanks('expire') },
  { name: 'thanks-cancelled', go: thanks('cancel') },

  {
    name: 'sign-in-refused',
    go: async (page) => {
      await plain(page, '/auth');
      await page.locator('main input[type=email]').fill('nobody@example.org');
      await page.locator('main input[type=password]').fill('not the password');
      await page.locator('main button[type=submit]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'sign-up-mistakes',
    go: async (page) => {
      await plain(page, '/auth?tab=signup');
      await page.locator('main button[type=submit]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'reset-spent',
    go: async (page) => {
      await plain(page, '/auth/reset?token=spent');
      await page.locator('main input').first().fill('a new secret');
      await page.locator('main input').nth(1).fill('a new secret');
      await page.locator('main button[type=submit]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'confirm-spent',
    go: async (page) => {
      await plain(page, '/auth/confirm?token=spent');
      await page.locator('main button').first().click();
      await expect(page.locator('main form, main [role=alert]').first()).toBeVisible();
    },
  },

  {
    name: 'wizard-mistakes',
    as: 'member',
    go: async (page) => {
      await wizardStep(page, 1);
      await next(page);
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'wizard-2', as: 'member', go: (page) => wizardStep(page, 2) },
  { name: 'wizard-3', as: 'member', go: (page) => wizardStep(page, 3) },
  { name: 'wizard-4', as: 'member', go: (page) => wizardStep(page, 4) },

  {
    name: 'reconnecting',
    go: async (page) => {
      await page.routeWebSocket('**/api/live', (socket) => socket.close());
      await plain(page, '/explore');
      await expect(page.locator('.reconnecting')).toBeVisible();
    },
  },
  {
    name: 'toast',
    as: 'member',
    go: async (page) => {
      await plain(page, '/explore');
      const menu = page.locator('header .menu-round');
      await menu.click();
      await page.getByRole('menuitem').last().click();
      await expect(page.locator('.toast')).toBeVisible();
    },
  },
  {
    name: 'payment',
    go: async (page, { busy }) => {
      const form = await openGift(page, busy);
      await form.locator('button[type=submit]').click();
      await expect(page).toHaveURL(/\/sandbox\/pay\//);
    },
  },
];
