import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  type Request,
  test as base,
} from '@playwright/test';
import { started } from './pages.ts';

interface Fixtures {
  /** Opens a page in a browser of its own: other cookies, other storage. */
  another: (options?: BrowserContextOptions) => Promise<Page>;
  /** Lets one test see faults in the page's scripts without failing. */
  faults: string[];
  /**
   * A page of a browser that stays open from test to test, for looking at screens one after the other: it has the app's
   * files already, and remembers nothing else.
   */
  reader: Page;
}

interface WorkerFixtures {
  /** The browsers that stay open, by language. */
  kept: Map<string, BrowserContext>;
}

/** Notes what no reader sees: uncaught errors, and what the content security policy stopped. */
function listen(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(`${page.url()}: ${message.text()}`);
  });
}

/**
 * Has a page be loaded anew only once what was pressed on it has been answered. What is shown before it is done would else
 * be cut off by whoever presses and reloads within milliseconds, which no person does.
 */
function loadAnswered(page: Page): void {
  const asked = new Set<Request>();
  const answered = (request: Request): void => void asked.delete(request);
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname.startsWith('/api/')) asked.add(request);
  });
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  // What takes longer is cut off, as it would be by a person who waits no more.
  const allAnswered = () => expect.poll(() => asked.size, { timeout: 5000 }).toBe(0).catch(() => asked.clear());
  const goto = page.goto.bind(page);
  page.goto = async (...to) => {
    await allAnswered();
    return await goto(...to);
  };
  const reload = page.reload.bind(page);
  page.reload = async (...how) => {
    await allAnswered();
    return await reload(...how);
  };
}

/**
 * Has visits last until the app has started, unless they say what they wait for: journeys are about the app. Where it does
 * not start, the error tells what the browser said.
 */
function visitWhole(page: Page): void {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('requestfailed', (request) => said.push(`${request.url()}: ${request.failure()?.errorText ?? 'failed'}`));
  const goto = page.goto.bind(page);
  page.goto = async (address, options) => {
    const answer = await goto(address, options);
    if (options?.waitUntil) return answer;
    await started(page).catch((error: unknown) => {
      const all = said.join('; ') || 'nothing';
      throw new Error(`the app did not start at ${page.url()}; the browser said: ${all}`, { cause: error });
    });
    return answer;
  };
}

/** What every page of a journey has. */
function prepare(page: Page, faults: string[]): void {
  listen(page, faults);
  loadAnswered(page);
  visitWhole(page);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  faults: [
    // Playwright reads which fixtures are wanted from this pattern: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const faults: string[] = [];
      await provide(faults);
      expect(faults, 'faults in the browser').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, faults }, provide) => {
    prepare(page, faults);
    await provide(page);
  },
  another: async ({ browser, contextOptions, baseURL, faults }, provide) => {
    const opened: Page[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }), ...options });
      const page = await context.newPage();
      prepare(page, faults);
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
  kept: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const contexts = new Map<string, BrowserContext>();
      await provide(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  reader: async ({ kept, browser, baseURL, locale, viewport, contextOptions, faults }, provide) => {
    const key = locale ?? '';
    const options: BrowserContextOptions = {
      ...contextOptions,
      viewport,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Paris',
      ...(locale && { locale }),
      ...(baseURL && { baseURL }),
    };
    const context = kept.get(key) ?? (await browser.newContext(options));
    kept.set(key, context);
    await context.clearCookies();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL ?? '').origin, storageTypes });
    prepare(page, faults);
    await provide(page);
    await page.close();
  },
});

export { expect };
