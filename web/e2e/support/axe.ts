import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { settled } from './pages.ts';

/** What axe finds wrong with a page or these parts of it, by these rules or by all, each with its place. */
async function analysed(page: Page, { rules, parts = [] }: { rules?: string[]; parts?: string[] } = {}): Promise<string[]> {
  // Our pages hold no frames of other origins, so that axe need not open a page of its own to put results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** What lies above a page and is all of it that can be used meanwhile. */
const above = ['dialog[open]', '[role=dialog]', '[role=alertdialog]', '[role=menu]', '[role=listbox]'];

/** The parts of a page that the state it is in is about: what lies above it, or its main part where nothing does. */
function partsOf(page: Page): Promise<string[]> {
  return page.evaluate((kinds) => {
    const isThere = (part: string) => [...document.querySelectorAll(part)].some((element) => element.checkVisibility());
    const shown = kinds.filter(isThere);
    return shown.length > 0 ? shown : ['main'].filter(isThere);
  }, above);
}

/** Everything that is wrong with a page: for the screens' own test, which looks at what lies around every page, too. */
export function allViolations(page: Page): Promise<string[]> {
  return analysed(page);
}

/** Axe takes a third of the journeys' time: `make test` has it look at every screen, and `make test-long` at these states too. */
const looksAtStates = Boolean(process.env.CALLUP_TEST_LONG);

/**
 * What is wrong with the state that a journey has brought a page to, in what that state adds to the screen; nothing is looked
 * for outside of `make test-long`.
 */
export async function violations(page: Page): Promise<string[]> {
  return looksAtStates ? analysed(page, { parts: await partsOf(page) }) : [];
}

/** What depends on colours alone: all there is to look at again in the other theme. */
export function violationsOfColours(page: Page): Promise<string[]> {
  return analysed(page, { rules: ['color-contrast', 'link-in-text-block'] });
}

/** The same in both themes, in `make test-long`. */
export async function lookInBothThemes(page: Page, what: string): Promise<void> {
  if (!looksAtStates) return;
  await settled(page);
  expect.soft(await violations(page), what).toEqual([]);
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.emulateMedia({ colorScheme: before === 'dark' ? 'light' : 'dark' });
  await settled(page);
  expect.soft(await violationsOfColours(page), `${what}, in the other theme`).toEqual([]);
  await page.emulateMedia({ colorScheme: before === 'dark' ? 'dark' : 'light' });
}
